'use strict';
// The worst shift with frozen and limited parameters (parametric-robustness 4.3): exact by branching over which limits bind, as long as
// that stays within the work allowed; else the best that branching and a search from several starts found, and said to be so.
var shiftbedLimits = (function () {
  // Sum of the cubes of the sizes of the eigenproblems: what one answer may cost, about two seconds.
  var WORK = 2e8;
  var MOST_NODES = 20000;
  // With few limits branching alone is quicker than a search before it.
  var FEW = 5;
  var STARTS = 14;
  var ASCENTS = 300;

  // lower, upper: arrays with -Infinity and Infinity where there is no limit; frozen: array of booleans.
  function worst(model, radius, limits) {
    var point = new Float64Array(model.size), loose = [], limited = [];
    for (var k = 0; k < model.size; k++) {
      if (limits.frozen[k]) { continue; }
      if (limits.lower[k] > limits.upper[k]) { return {empty: true}; }
      if (limits.lower[k] === limits.upper[k]) { point[k] = limits.lower[k]; continue; }
      loose.push(k);
      if (isFinite(limits.lower[k]) || isFinite(limits.upper[k])) { limited.push(k); }
    }
    if (loose.length && !model.spectrum(loose).eigen) { return {singular: true}; }
    var first = model.face(loose, point, radius);
    if (!first) { return {empty: true}; }
    var search = new Search(model, radius, limits, limited);
    search.offer(first);
    if (!limited.length || search.solvedBy(first)) {
      return answer(model, first, search, true);
    }
    if (!model.a && limited.length > FEW) { search.ascend(loose, point, first); }
    var complete = search.branch(loose, point, first);
    return search.best ? answer(model, null, search, complete) : {empty: complete, unknown: !complete};
  }

  function answer(model, face, search, exact) {
    return {
      delta: search.best, gain: search.gain, exact: exact, kind: face ? face.kind : 'limits',
      nu: face ? face.nu : NaN, bound: exact ? search.gain : search.bound,
      others: face && (face.kind === 'hard' || face.kind === 'flat')
        ? face.best.filter(function (d) { return d !== face.best[0] && search.within(d); }) : []
    };
  }

  function Search(model, radius, limits, limited) {
    this.model = model;
    this.radius = radius;
    this.limits = limits;
    this.limited = limited;
    this.best = null;
    this.gain = -Infinity;
    this.bound = Infinity;
    this.tolerance = 1e-10 * Math.max(1, radius);
  }

  Search.prototype.within = function (d) {
    var self = this;
    return this.limited.every(function (k) {
      return d[k] >= self.limits.lower[k] - self.tolerance && d[k] <= self.limits.upper[k] + self.tolerance;
    });
  };

  Search.prototype.clip = function (d) {
    var self = this, clipped = Float64Array.from(d);
    this.limited.forEach(function (k) {
      clipped[k] = Math.min(Math.max(d[k], self.limits.lower[k]), self.limits.upper[k]);
    });
    return clipped;
  };

  // Takes the candidates of a face that keep to the limits.
  Search.prototype.offer = function (face) {
    var self = this;
    face.best.concat(face.local).forEach(function (d) {
      if (self.within(d)) {
        var kept = self.clip(d), gain = self.model.value(kept);
        if (gain > self.gain) { self.best = kept; self.gain = gain; }
      }
    });
  };

  Search.prototype.solvedBy = function (face) { return face.best.some(this.within, this); };

  // The limited parameter that this point violates most.
  Search.prototype.worstOf = function (d, open) {
    var self = this, most = -1, found = open[0];
    open.forEach(function (k) {
      var excess = Math.max(self.limits.lower[k] - d[k], d[k] - self.limits.upper[k]);
      if (excess > most) { most = excess; found = k; }
    });
    return found;
  };

  /*
   * Depth first. A node has some limited parameters at a limit, some declared to lie strictly inside, others undecided; the best value
   * without the limits of the last two bounds all of it from above. A best point lies strictly inside the limits that do not bind, and
   * is there a maximum, at least a local one, of the face where the others are fixed; each face offers all of these.
   */
  Search.prototype.branch = function (loose, point, first) {
    var stack = [{loose: loose, point: point, open: this.limited, face: first}], nodes = 0, work = 0, self = this;
    while (stack.length) {
      var node = stack.pop(), bound = this.model.value(node.face.best[0]);
      if (bound <= this.gain + 1e-13 * Math.abs(this.gain) || this.solvedBy(node.face) || !node.open.length) { continue; }
      if (++nodes > MOST_NODES || work > WORK) {
        stack.push(node);
        this.bound = Math.max.apply(null, stack.map(function (one) { return self.model.value(one.face.best[0]); }).concat(this.gain));
        return false;
      }
      var k = this.worstOf(node.face.best[0], node.open);
      var open = node.open.filter(function (other) { return other !== k; });
      // Strictly inside: nothing changes but that k is decided.
      stack.push({loose: node.loose, point: node.point, open: open, face: node.face});
      var rest = node.loose.filter(function (other) { return other !== k; });
      [this.limits.lower[k], this.limits.upper[k]].forEach(function (limit) {
        if (isFinite(limit)) {
          var fixed = Float64Array.from(node.point);
          fixed[k] = limit;
          var face = self.model.face(rest, fixed, self.radius);
          work += Math.pow(Math.max(8, rest.length), 3);
          if (face) {
            self.offer(face);
            stack.push({loose: rest, point: fixed, open: open, face: face});
          }
        }
      });
    }
    return true;
  };

  // The nearest point within limits and ball: the limits cut a shrunken point, and the shrinking is found by bisection.
  Search.prototype.project = function (d, loose) {
    var self = this, low = 0, high = 1;
    function shrunk(share) {
      var x = Float64Array.from(d);
      loose.forEach(function (k) { x[k] *= share; });
      return self.clip(x);
    }
    var whole = shrunk(1);
    if (this.model.square(whole) <= this.radius * this.radius) { return whole; }
    for (var step = 0; step < 60; step++) {
      var middle = 0.5 * (low + high);
      if (this.model.square(shrunk(middle)) <= this.radius * this.radius) { low = middle; } else { high = middle; }
    }
    return shrunk(low);
  };

  // Projected ascent from several starts, each polished on the face where it ends.
  Search.prototype.ascend = function (loose, point, first) {
    var model = this.model, spectrum = model.spectrum(loose).eigen, n = loose.length, self = this;
    var step = 1 / Math.max(Math.abs(spectrum.values[0]), Math.abs(spectrum.values[n - 1]), 1e-300);
    var rounds = Math.max(20, Math.min(ASCENTS, Math.floor(2e7 / (n * n))));
    var starts = first.best.concat(first.local), random = generator(20260101);
    for (var top = n - 1; top >= Math.max(0, n - 3); top--) {
      [1, -1].forEach(function (sign) { starts.push(along(point, loose, spectrum.vectors[top], sign * self.radius)); });
    }
    while (starts.length < STARTS) {
      starts.push(along(point, loose, loose.map(function () { return random() < 0.5 ? -1 : 1; }), this.radius / Math.sqrt(n)));
    }
    starts.slice(0, STARTS).forEach(function (start) {
      var d = self.project(start, loose), gain = model.value(d);
      for (var round = 0; round < rounds; round++) {
        var hd = shiftbedQuadratic.times(model.h, d), next = Float64Array.from(d);
        loose.forEach(function (k) { next[k] += step * (model.g[k] + hd[k]); });
        next = self.project(next, loose);
        var reached = model.value(next);
        if (!(reached > gain + 1e-14 * Math.abs(gain))) { break; }
        d = next;
        gain = reached;
      }
      self.offer({best: [d], local: []});
      self.polish(d, loose);
    });
  };

  Search.prototype.polish = function (d, loose) {
    var self = this, near = 1e-6 * Math.max(1, this.radius), fixed = self.clip(d);
    var rest = loose.filter(function (k) {
      var atLow = d[k] - self.limits.lower[k] <= near, atHigh = self.limits.upper[k] - d[k] <= near;
      if (atLow) { fixed[k] = self.limits.lower[k]; } else if (atHigh) { fixed[k] = self.limits.upper[k]; }
      return !atLow && !atHigh;
    });
    if (loose.length > 60) { return; }
    var face = this.model.face(rest, fixed, this.radius);
    if (face) { this.offer(face); }
  };

  function along(point, loose, direction, length) {
    var d = Float64Array.from(point);
    loose.forEach(function (k, i) { d[k] = length * direction[i]; });
    return d;
  }

  // The same starts every time (the generator of Park and Miller, 1988).
  function generator(seed) {
    var state = seed;
    return function () { state = state * 16807 % 2147483647; return state / 2147483647; };
  }

  return {worst: worst};
})();
