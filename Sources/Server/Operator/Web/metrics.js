// The numbers of /metrics: the text format of Prometheus, and what becomes of two readings of it.
"use strict";

Operator.metrics = (() => {
  const unescaped = (text) => text.replace(/\\(.)/g, (_, next) => (next === "n" ? "\n" : next));

  function number(text) {
    return text === "+Inf" ? Infinity : text === "-Inf" ? -Infinity : Number(text);
  }

  // A reading: the samples of each name. `at` is in seconds, by a clock that only goes forward.
  class Reading {
    constructor(text, at, moment) {
      this.at = at;
      this.moment = moment;
      this.samples = new Map();
      for (const line of text.split("\n")) {
        const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
        if (!match) continue;
        const labels = {};
        for (const [, name, value] of (match[2] ?? "").matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)) labels[name] = unescaped(value);
        if (!this.samples.has(match[1])) this.samples.set(match[1], []);
        this.samples.get(match[1]).push({ labels, value: number(match[3]) });
      }
    }

    // The samples of a name whose labels have the values.
    all(name, where = {}) {
      return (this.samples.get(name) ?? []).filter(({ labels }) => Object.entries(where).every(([label, value]) => labels[label] === value));
    }

    // The sum of these; null where there is none.
    sum(name, where) {
      const all = this.all(name, where);
      return all.length === 0 ? null : all.reduce((sum, { value }) => sum + value, 0);
    }

    // The sums by the values of a label.
    by(name, label, where) {
      const sums = {};
      for (const { labels, value } of this.all(name, where)) sums[labels[label]] = (sums[labels[label]] ?? 0) + value;
      return sums;
    }

    get start() { return this.sum("process_start_time_seconds"); }
  }

  // A series is a function of the reading, the one before and the one of half a minute before: { name: value }.

  const gauge = (name, metric, where) => (now) => ({ [name]: now.sum(metric, where) });
  const gaugesBy = (metric, label, where) => (now) => now.by(metric, label, where);

  function difference(now, before, metric, where) {
    const value = now.sum(metric, where);
    // A counter that appears began at zero.
    return value === null || !before ? null : value - (before.sum(metric, where) ?? 0);
  }

  const rate = (name, metric, where) => (now, before) => {
    const change = difference(now, before, metric, where);
    return { [name]: change === null ? null : change / (now.at - before.at) };
  };

  const ratesBy = (metric, label, where) => (now, before) => {
    if (!before) return {};
    const earlier = before.by(metric, label, where);
    return Object.fromEntries(Object.entries(now.by(metric, label, where)).map(([name, value]) =>
      [name, (value - (earlier[name] ?? 0)) / (now.at - before.at)]));
  };

  // How much of one counter there was for each of another: seconds for each request.
  const mean = (name, sum, count, where) => (now, before, earlier) => {
    const number = difference(now, earlier, count, where);
    return { [name]: number ? difference(now, earlier, sum, where) / number : null };
  };

  // The share of hits among hits and misses, by cache.
  const shares = (hits, misses, label) => (now, _, earlier) => {
    if (!earlier) return {};
    return Object.fromEntries(Object.keys(now.by(hits, label)).map((name) => {
      const hit = difference(now, earlier, hits, { [label]: name });
      const all = hit + difference(now, earlier, misses, { [label]: name });
      return [name, all > 0 ? hit / all : null];
    }));
  };

  // The value below which a share of a histogram's observations lie, between the bounds of its bucket; null without observations.
  function quantile(share, now, before, metric, where) {
    if (!before) return null;
    const [buckets, earlier] = [now, before].map((reading) => reading.by(`${metric}_bucket`, "le", where));
    const bounds = Object.keys(buckets).map((bound) => [number(bound), buckets[bound] - (earlier[bound] ?? 0)]).sort((a, b) => a[0] - b[0]);
    const all = bounds.at(-1)?.[1] ?? 0;
    if (all === 0) return null;
    let [low, below] = [0, 0];
    for (const [bound, count] of bounds) {
      if (count >= share * all) {
        if (bound === Infinity) return low;
        return low + (bound - low) * (count === below ? 1 : (share * all - below) / (count - below));
      }
      [low, below] = [bound, count];
    }
    return null;
  }

  const quantiles = (metric, shares) => (now, _, earlier) =>
    Object.fromEntries(shares.map((share) => [`${share * 100} %`, quantile(share, now, earlier, metric)]));

  const together = (...series) => (...readings) => Object.assign({}, ...series.map((one) => one(...readings)));

  return { Reading, gauge, gaugesBy, rate, ratesBy, mean, shares, quantile, quantiles, together, difference };
})();
