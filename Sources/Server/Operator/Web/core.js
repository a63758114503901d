// The parts that the other files share: elements, and numbers in words.
"use strict";

const Operator = (() => {
  const drawing = new Set(["svg", "path", "line", "text", "circle"]);

  // An element with attributes and children. Text is text: nothing of it is read as HTML.
  function el(tag, attributes = {}, ...children) {
    const element = drawing.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false).map((child) =>
      child instanceof Node ? child : String(child)));
    return element;
  }

  // Three digits that count: 0.0123, 1.23, 12.3, 1,234.
  function digits(value) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 100) return Math.round(value).toLocaleString("en");
    if (size < 0.001) return value.toExponential(1);
    return String(Number(value.toPrecision(3)));
  }

  function bytes(value) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let index = 0;
    let rest = value;
    while (Math.abs(rest) >= 1024 && index < units.length - 1) {
      rest /= 1024;
      index += 1;
    }
    return `${digits(rest)} ${units[index]}`;
  }

  function duration(seconds) {
    const size = Math.abs(seconds);
    if (size === 0) return "0 s";
    if (size < 0.001) return `${digits(seconds * 1e6)} µs`;
    if (size < 1) return `${digits(seconds * 1e3)} ms`;
    if (size < 120) return `${digits(seconds)} s`;
    if (size < 7200) return `${Math.round(seconds / 60)} min`;
    if (size < 172800) return `${Math.round(seconds / 3600)} h`;
    return `${Math.round(seconds / 86400)} days`;
  }

  const units = {
    "/s": (value) => `${digits(value)} /s`,
    "/min": (value) => `${digits(value * 60)} /min`,
    s: duration,
    B: bytes,
    "B/s": (value) => `${bytes(value)}/s`,
    "%": (value) => `${digits(value * 100)} %`,
    "": digits,
  };

  const format = (value, unit) => (value === null || value === undefined || !Number.isFinite(value) ? "–" : units[unit](value));

  // The time of day of a moment in milliseconds.
  const clock = (moment) => new Date(moment).toLocaleTimeString("en-GB");

  return { el, format, duration, clock };
})();
