"""compose_environment.py KIND SERVICE FILE < docker-compose.yml

Prints what a service of docker-compose.yml has with the variables of FILE, an .env: its variables (KIND is environment) or the words
of its entrypoint or command. Each ends with a zero byte. A variable that is required and not there ends the program.
"""

import re
import sys

import yaml

VARIABLE = re.compile(r"\$\{(\w+)(?:(:[-?])((?:[^{}]|\$\{[^{}]*\})*))?\}")


def settings(file):
    lines = (line.strip() for line in open(file))
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def interpolated(text, values):
    def value(match):
        name, operator, words = match.groups()
        if values.get(name):
            return values[name]
        if operator == ":?":
            sys.exit(f"{name} {words}")
        return interpolated(words or "", values)

    return VARIABLE.sub(value, text)


def main(kind, name, file):
    service = yaml.safe_load(sys.stdin)["services"][name]
    values = settings(file)
    if kind == "environment":
        given = {key: interpolated(str(value), values) for key, value in service["environment"].items()}
        # An empty value of `environment` wins over the file's, as in Docker Compose.
        given = (values if "env_file" in service else {}) | given
        words = [f"{key}={value}" for key, value in given.items()]
    else:
        words = [interpolated(word, values) for word in service.get(kind, [])]
    sys.stdout.write("".join(word + "\0" for word in words))


main(*sys.argv[1:])
