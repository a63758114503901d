// What /status says: slow operations with their statements, background work, and the findings of `hatched doctor`.
"use strict";

Operator.status = (() => {
  const { el, format, duration } = Operator;
  const slow = el("div", { id: "slow-list" });
  const slowHelp = el("p", { class: "help" });
  const jobs = el("tbody");
  const findings = el("div", { id: "findings" });
  const summary = el("p", { class: "help", role: "status" });
  const again = el("button", { type: "button", id: "check" }, "Check again");
  // What is open stays open.
  const open = new Set();
  let shown = "";

  const slowSection = el("section", { id: "slow" }, el("h2", {}, "Slow operations"), slowHelp, slow);
  const jobSection = el("section", { id: "background" }, el("h2", {}, "Background work"),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Background work" }, el("table", {},
      el("thead", {}, el("tr", {}, ["job", "last pass", "took", "next", "passes", "failed", "last failure"].map((title) => el("th", { scope: "col" }, title)))),
      jobs)));
  const doctorSection = el("section", { id: "doctor" }, el("h2", {}, "Doctor"), el("p", { class: "actions" }, again), summary, findings);

  function remembered(key, ...children) {
    return el("details", {
      open: open.has(key), "data-key": key,
      ontoggle(event) { if (event.target.open) open.add(key); else open.delete(key); },
    }, ...children);
  }

  function showSlow(status) {
    slowHelp.textContent = status.slowSeconds === null
      ? "No operation is noted as slow: see --slow-operation."
      : `Over ${duration(status.slowSeconds)}, the latest first: the slowest run of each document since the start, without the values.`;
    slow.replaceChildren(...status.slow.map((one) => remembered(`slow ${one.document} ${one.operation}`,
      el("summary", {}, el("strong", {}, one.operation), ` ${one.type} · ${format(one.milliseconds / 1000, "s")} · ${one.count === 1 ? "once" : `${one.count} times`}, last ${duration(status.time - one.lastTime)} ago`),
      el("dl", {}, [["in the database", format(one.databaseMilliseconds / 1000, "s")], ["round trips", one.roundTrips], ["statements", one.statementCount],
        ["rows", one.rows], ["document", one.document]].map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
      one.statements.map((text) => el("pre", { tabindex: 0 }, text)))));
    if (status.slow.length === 0) slow.replaceChildren(el("p", { class: "none" }, "none"));
  }

  function showJobs(status) {
    const ago = (time) => (time === null ? "–" : `${duration(Math.max(0, status.time - time))} ago`);
    jobs.replaceChildren(...status.jobs.map((job) => el("tr", { class: job.failure && job.failure.time === job.lastTime ? "bad" : "" },
      el("th", { scope: "row" }, job.name), el("td", {}, job.isRunning ? "runs now" : ago(job.lastTime)),
      el("td", { class: "number" }, job.lastTime === null ? "–" : format(job.lastSeconds, "s")),
      el("td", {}, job.isRunning || job.nextTime === null ? "–" : `in ${duration(Math.max(0, job.nextTime - status.time))}`),
      el("td", { class: "number" }, job.done + job.failed), el("td", { class: "number" }, job.failed),
      el("td", {}, job.failure ? `${ago(job.failure.time)}: ${job.failure.reason}` : "–"))));
    if (status.jobs.length === 0) jobs.replaceChildren(el("tr", {}, el("td", { colspan: 7, class: "none" }, "This server does none: WORKER_DATABASE_URL is not set.")));
  }

  const words = { fail: "fails", warn: "warning", ok: "well", skip: "not looked at" };

  function list(all) {
    return el("ul", { class: "findings" }, all.map((one) => el("li", { class: one.state }, el("span", { class: "state" }, words[one.state]),
      el("div", {}, el("strong", {}, one.subject), ` ${one.detail}`, one.advice ? el("p", { class: "advice" }, `→ ${one.advice}`) : null))));
  }

  function showDoctor(status) {
    const { doctor } = status;
    const of = (...states) => doctor.findings.filter((one) => states.includes(one.state));
    const [wrong, other] = [[...of("fail"), ...of("warn")], of("ok", "skip")];
    summary.textContent = doctor.time === null ? "The first check runs."
      : `${of("fail").length} failures, ${of("warn").length} warnings, ${of("ok").length} are well; ${duration(Math.max(0, status.time - doctor.time))} ago, in ${format(doctor.seconds, "s")}.`
        + (doctor.isRunning ? " A check runs." : "");
    again.disabled = doctor.isRunning;
    // The list would lose the place of whoever reads it.
    const now = JSON.stringify(doctor.findings);
    if (now === shown) return;
    shown = now;
    findings.replaceChildren(list(wrong), other.length === 0 ? "" : remembered("well", el("summary", {}, `${other.length} that are well`), list(other)));
  }

  function show(status) {
    if (!slow.contains(document.activeElement)) showSlow(status);
    showJobs(status);
    showDoctor(status);
  }

  function fail(text) {
    summary.textContent = text;
    slowHelp.textContent = text;
  }

  async function ask(path, method) {
    const response = await fetch(path, { method, credentials: "omit", cache: "no-store" });
    const answer = await response.json();
    if (!response.ok) return fail(answer.error ?? `Status ${response.status}`);
    return show(answer);
  }

  again.addEventListener("click", () => ask("/doctor", "POST").catch(() => {}));

  return { elements: [slowSection, jobSection, doctorSection], load: () => ask("/status", "GET") };
})();
