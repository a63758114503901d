"""generated_clients.py URL

Whether two public generators make clients of a server's introspection whose code asks the nested query and
gets what plain JSON has. Everything is written to the current folder.
"""

import datetime
import importlib
import json
import os
import pathlib
import subprocess
import sys

from endpoint import TOKEN, ask

HERE = pathlib.Path(__file__).parent
BIN = pathlib.Path(sys.executable).parent
VARIABLES = {"first": 5}


def main(url):
    query = (HERE / "family.graphql").read_text()
    expected = ask(url, query, VARIABLES)
    assert expected["family"]["students"][0]["assignments"][0]["course"]["name"], expected
    sys.path.insert(0, os.getcwd())
    for generate in (ariadne, sgqlc):
        got = generate(url)
        assert got == expected, f"{generate.__name__}: {json.dumps(got)} is not {json.dumps(expected)}"
        print(f"{generate.__name__}: the family is the same")


def run(*command):
    environment = {**os.environ, "PATH": f"{BIN}:/usr/bin:/bin"}
    end = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert end.returncode == 0, f"{command[0]}:\n{end.stdout}\n{end.stderr}"


def ariadne(url):
    pathlib.Path("ariadne.toml").write_text(
        f"""
        [tool.ariadne-codegen]
        remote_schema_url = "{url}"
        remote_schema_headers = {{ Authorization = "Bearer $HATCHED_TOKEN" }}
        queries_path = "{HERE / 'family.graphql'}"
        target_package_name = "ariadne_client"
        async_client = false

        [tool.ariadne-codegen.scalars.Date]
        type = "datetime.date"
        """.replace("Bearer $HATCHED_TOKEN", f"Bearer {TOKEN}")
    )
    run(str(BIN / "ariadne-codegen"), "--config", "ariadne.toml")
    module = importlib.import_module("ariadne_client")
    # Inputs with a default may be left out.
    module.AssignmentOrder(field=module.AssignmentOrderField.TITLE)
    module.DeleteCourseInput(id="018f0000-0000-7000-8000-000000000001")
    client = module.Client(url=url, headers={"Authorization": f"Bearer {TOKEN}"})
    page = client.family_page(**VARIABLES)
    due = page.family.students[0].assignments[0].due_date
    assert isinstance(due, datetime.date), due
    return page.model_dump(mode="json", by_alias=True)


def sgqlc(url):
    header = f"Authorization: Bearer {TOKEN}"
    run(sys.executable, "-m", "sgqlc.introspection", "-H", header, url, "sgqlc_schema.json")
    run(str(BIN / "sgqlc-codegen"), "schema", "sgqlc_schema.json", "sgqlc_schema.py")
    # --schema: the generator validates the document, and takes every non-null argument for required.
    operations = ("--schema", "sgqlc_schema.json", "sgqlc_schema", "sgqlc_operations.py", str(HERE / "family.graphql"))
    run(str(BIN / "sgqlc-codegen"), "operation", *operations)
    from sgqlc.endpoint.http import HTTPEndpoint

    operation = importlib.import_module("sgqlc_operations").Operations.query.family_page
    answer = HTTPEndpoint(url, {"Authorization": f"Bearer {TOKEN}"})(operation, VARIABLES)
    assert "errors" not in answer, answer["errors"]
    page = operation + answer
    assert page.family.students[0].assignments[0].course.subject.name, page
    return answer["data"]


main(*sys.argv[1:])
