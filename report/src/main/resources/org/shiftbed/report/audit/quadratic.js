'use strict';
// The largest value of g'd + d'Hd/2 over shifts d of bounded size, with frozen and limited parameters (parametric-robustness 4).
var shiftbedQuadratic = (function () {
  var NEGLIGIBLE = 1e-12;
  var STEPS = 200;

  function dot(a, b) {
    var sum = 0;
    for (var i = 0; i < a.length; i++) { sum += a[i] * b[i]; }
    return sum;
  }
  function norm(a) { return Math.sqrt(dot(a, a)); }
  function largest(a) {
    var most = 0;
    for (var i = 0; i < a.length; i++) { most = Math.max(most, Math.abs(a[i])); }
    return most;
  }
  function zeros(n) { return new Float64Array(n); }
  function times(rows, vector) { return Float64Array.from(rows, function (row) { return dot(row, vector); }); }
  function identity(n) {
    return Array.from({length: n}, function (_, i) { var row = zeros(n); row[i] = 1; return row; });
  }

  // Rows of a symmetric matrix from its upper triangle, row by row.
  function symmetric(upper, n) {
    var rows = Array.from({length: n}, function () { return zeros(n); }), at = 0;
    for (var i = 0; i < n; i++) {
      for (var j = i; j < n; j++) { rows[i][j] = rows[j][i] = upper[at++]; }
    }
    return rows;
  }

  // Turns rows p and q of a so that entry [p][q] of the symmetric matrix vanishes; v gathers the turns in its rows.
  function rotate(a, v, p, q) {
    var n = a.length, ap = a[p], aq = a[q], off = ap[q];
    var theta = (aq[q] - ap[p]) / (2 * off);
    var t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    var c = 1 / Math.sqrt(t * t + 1), s = t * c;
    var first = ap[p] - t * off, second = aq[q] + t * off;
    for (var k = 0; k < n; k++) {
      if (k !== p && k !== q) {
        var x = ap[k], y = aq[k];
        a[k][p] = ap[k] = c * x - s * y;
        a[k][q] = aq[k] = s * x + c * y;
      }
      var vx = v[p][k], vy = v[q][k];
      v[p][k] = c * vx - s * vy;
      v[q][k] = s * vx + c * vy;
    }
    ap[p] = first;
    aq[q] = second;
    ap[q] = aq[p] = 0;
  }

  // Eigenvalues in ascending order and eigenvectors as rows, by cyclic Jacobi rotations.
  function eigen(matrix) {
    var n = matrix.length;
    var a = matrix.map(function (row) { return Float64Array.from(row); });
    var v = identity(n);
    var size = Math.sqrt(a.reduce(function (sum, row) { return sum + dot(row, row); }, 0));
    for (var sweep = 0; sweep < 60; sweep++) {
      var rest = 0;
      for (var p = 0; p < n; p++) {
        for (var q = p + 1; q < n; q++) {
          rest += a[p][q] * a[p][q];
          // A rotation that would change nothing is left out.
          if (Math.abs(a[p][q]) > 1e-18 * size) { rotate(a, v, p, q); }
        }
      }
      if (Math.sqrt(rest) <= 1e-17 * size) { break; }
    }
    var order = Array.from({length: n}, function (_, i) { return i; }).sort(function (i, j) { return a[i][i] - a[j][j]; });
    return {
      values: Float64Array.from(order, function (i) { return a[i][i]; }),
      vectors: order.map(function (i) { return v[i]; })
    };
  }

  // The root of norm(gamma / (nu - ev)) = 1 above the floor, as nu - floor: Newton on 1/norm inside a bracket, else bisection.
  function rootAbove(gamma, ev, floor) {
    var low = 0, high = norm(gamma), k;
    for (k = 0; k < gamma.length; k++) { low = Math.max(low, Math.abs(gamma[k]) - (floor - ev[k])); }
    var t = Math.min(low, high);
    for (var step = 0; step < STEPS; step++) {
      var squares = 0, cubes = 0;
      for (k = 0; k < gamma.length; k++) {
        if (gamma[k] !== 0) {
          var distance = t + (floor - ev[k]), share = gamma[k] / distance;
          squares += share * share;
          cubes += share * share / distance;
        }
      }
      var n = Math.sqrt(squares);
      if (n > 1) { low = t; } else { high = t; }
      var next = t + (n - 1) * squares / cubes;
      if (!(next >= low && next <= high)) { next = low > 0 ? Math.sqrt(low) * Math.sqrt(high) : 0.5 * high; }
      if (n === 1 || Math.abs(next - t) <= 1e-16 * next) { return next; }
      t = next;
    }
    return t;
  }

  // Half the first derivative of sum gamma^2 / (ev_max - ev - s)^2 in s, and the sum minus 1.
  function below(gamma, ev, s) {
    var top = ev.length - 1, excess = -1, growth = 0;
    for (var k = 0; k <= top; k++) {
      if (gamma[k] !== 0) {
        var distance = ev[top] - ev[k] - s, share = gamma[k] / distance;
        excess += share * share;
        growth += share * share / distance;
      }
    }
    return {excess: excess, growth: growth};
  }

  function bisect(low, high, above) {
    for (var step = 0; step < STEPS && high - low > 2e-16 * high; step++) {
      var middle = 0.5 * (low + high);
      if (above(middle)) { high = middle; } else { low = middle; }
    }
    return high;
  }

  // ev_max - nu at the one local maximum on the sphere that is not the best one (Martinez 1994), or NaN.
  function localBelow(gamma, ev) {
    var top = ev.length - 1;
    var width = ev[top] - (top > 0 ? Math.max(0, ev[top - 1]) : 0);
    var near = Math.abs(gamma[top]);
    if (!(width > 0) || near === 0 || near > width) { return NaN; }
    var valley = width;
    if (below(gamma, ev, width).growth > 0) {
      valley = bisect(near, width, function (s) { return below(gamma, ev, s).growth > 0; });
    }
    if (!(below(gamma, ev, valley).excess <= 0)) { return NaN; }
    return bisect(near, valley, function (s) { return below(gamma, ev, s).excess <= 0; });
  }

  function stationary(gamma, ev, nu, count) {
    var z = zeros(gamma.length);
    for (var k = 0; k < count; k++) { z[k] = gamma[k] === 0 ? 0 : gamma[k] / (nu - ev[k]); }
    return z;
  }

  // Moves z by tau along the last eigenvector, signed so that its first entry of more than half its largest one is positive.
  function alongTop(z, tau, vector) {
    var half = largest(vector) / 2;
    var first = vector.find(function (entry) { return Math.abs(entry) > half; });
    var moved = Float64Array.from(z);
    moved[z.length - 1] += first < 0 ? -tau : tau;
    return moved;
  }

  // Maxima over the unit ball in coordinates along the eigenvectors; the first of all is a best one.
  function unitBall(gamma, ev, vectors) {
    var p = ev.length, top = ev[p - 1], size = norm(gamma);
    var tolerance = NEGLIGIBLE * Math.max(Math.abs(ev[0]), Math.abs(top), size);
    var inside = top < 0 ? stationary(gamma, ev, 0, p) : null;
    if (top < -tolerance && norm(inside) <= 1) { return {kind: 'interior', nu: 0, best: [inside], local: []}; }
    var floor = Math.max(top, 0), active = p;
    while (active > 0 && Math.abs(ev[active - 1] - floor) <= tolerance) { active--; }
    if (active < p && norm(gamma.subarray(active)) <= NEGLIGIBLE * size) {
      var z = stationary(gamma, ev, floor, active), length = norm(z);
      if (length <= 1) {
        var tau = Math.sqrt((1 - length) * (1 + length));
        var one = alongTop(z, tau, vectors[p - 1]), other = alongTop(z, -tau, vectors[p - 1]);
        if (Math.abs(top) <= tolerance) { return {kind: 'flat', nu: 0, best: [z, one, other], local: []}; }
        return {kind: tau === 0 ? 'boundary' : 'hard', nu: floor, best: tau === 0 ? [one] : [one, other], local: []};
      }
    }
    if (top < 0 && norm(inside) <= 1) { return {kind: 'interior', nu: 0, best: [inside], local: []}; }
    var above = rootAbove(gamma, ev, floor);
    var found = {kind: 'boundary', nu: floor + above, best: [onSphere(gamma, ev, floor, above)], local: []};
    var s = localBelow(gamma, ev);
    if (!isNaN(s)) { found.local.push(onSphere(gamma, ev, top, -s)); }
    return found;
  }

  function onSphere(gamma, ev, floor, above) {
    var y = zeros(ev.length);
    for (var k = 0; k < y.length; k++) { y[k] = gamma[k] === 0 ? 0 : gamma[k] / (above + (floor - ev[k])); }
    var length = norm(y);
    return y.map(function (entry) { return entry / length; });
  }

  // Maxima over the ball of this radius, in the coordinates of g; exact.
  function trustRegion(spectrum, g, radius) {
    var p = g.length;
    if (radius === 0 || p === 0) { return {kind: 'origin', nu: 0, best: [zeros(p)], local: []}; }
    var gamma = times(spectrum.vectors, g);
    var ev = spectrum.values.map(function (value) { return value * radius; });
    // In units that make the larger of slope and curvature 1.
    var unit = Math.max(largest(gamma), largest(ev)) || 1;
    var found = unitBall(gamma.map(function (x) { return x / unit; }), ev.map(function (x) { return x / unit; }), spectrum.vectors);
    function back(y) {
      var d = zeros(p);
      for (var k = 0; k < p; k++) {
        for (var i = 0; i < p; i++) { d[i] += radius * y[k] * spectrum.vectors[k][i]; }
      }
      return d;
    }
    return {kind: found.kind, nu: found.nu * unit / radius, best: found.best.map(back), local: found.local.map(back)};
  }

  // Lower triangle C of A = C C', or null where A is not positive definite.
  function cholesky(a) {
    var n = a.length, c = a.map(function () { return zeros(n); });
    for (var j = 0; j < n; j++) {
      for (var i = j; i < n; i++) {
        var sum = a[i][j];
        for (var k = 0; k < j; k++) { sum -= c[i][k] * c[j][k]; }
        if (i === j) {
          if (!(sum > 0)) { return null; }
          c[i][i] = Math.sqrt(sum);
        } else { c[i][j] = sum / c[j][j]; }
      }
    }
    return c;
  }

  function forward(c, right) {
    var x = zeros(right.length);
    for (var i = 0; i < x.length; i++) {
      var sum = right[i];
      for (var k = 0; k < i; k++) { sum -= c[i][k] * x[k]; }
      x[i] = sum / c[i][i];
    }
    return x;
  }

  function backward(c, right) {
    var x = zeros(right.length);
    for (var i = x.length - 1; i >= 0; i--) {
      var sum = right[i];
      for (var k = i + 1; k < x.length; k++) { sum -= c[k][i] * x[k]; }
      x[i] = sum / c[i][i];
    }
    return x;
  }

  function part(rows, kept) {
    return kept.map(function (i) { return Float64Array.from(kept, function (j) { return rows[i][j]; }); });
  }

  /*
   * model: {g, h (rows), a (rows of the metric, or null for the ball), b (its linear part)}; larger values are worse.
   */
  function Model(g, h, a, b) {
    this.g = Float64Array.from(g);
    this.h = h;
    this.a = a || null;
    this.b = a ? Float64Array.from(b) : null;
    this.size = this.g.length;
    this.spectra = new Map();
  }

  Model.prototype.value = function (d) {
    var hd = times(this.h, d), sum = 0;
    for (var k = 0; k < d.length; k++) { if (d[k] !== 0) { sum += d[k] * (this.g[k] + 0.5 * hd[k]); } }
    return sum;
  };

  // What each parameter adds; the sum is the value.
  Model.prototype.contributions = function (d) {
    var g = this.g, hd = times(this.h, d);
    return Array.from(d, function (x, k) { return x === 0 ? 0 : x * (g[k] + 0.5 * hd[k]); });
  };

  // The square of the size of a shift.
  Model.prototype.square = function (d) { return this.a ? dot(d, times(this.a, d)) + dot(this.b, d) : dot(d, d); };

  // Everything about the free parameters that does not depend on where the others stand.
  Model.prototype.spectrum = function (free) {
    var key = free.join(','), known = this.spectra.get(key);
    if (known) { return known; }
    var h = part(this.h, free), made;
    if (!this.a) {
      made = {eigen: eigen(h)};
    } else {
      var a = part(this.a, free), c = cholesky(a);
      if (c) {
        // C^-1 H C^-T, one side after the other.
        var half = h.map(function (row) { return forward(c, row); });
        var whole = half.map(function (_, j) { return forward(c, half.map(function (row) { return row[j]; })); });
        for (var i = 0; i < whole.length; i++) {
          for (var j = 0; j < i; j++) { whole[i][j] = whole[j][i] = 0.5 * (whole[i][j] + whole[j][i]); }
        }
        made = {eigen: eigen(whole), c: c, h: h};
      } else { made = {eigen: null}; }
    }
    if (this.spectra.size > 400) { this.spectra.clear(); }
    this.spectra.set(key, made);
    return made;
  };

  // Maxima over the free parameters while the others stay where the point has them; null where the size does not allow that point.
  Model.prototype.face = function (free, point, radius) {
    var self = this, fixed = Float64Array.from(point), room, centre = null;
    free.forEach(function (k) { fixed[k] = 0; });
    var left = radius * radius - this.square(fixed), slack = 1e-12 * radius * radius;
    if (!free.length) { return left < -slack ? null : {kind: 'origin', nu: 0, best: [fixed], local: []}; }
    var hd = times(this.h, fixed);
    var slope = Float64Array.from(free, function (k) { return self.g[k] + hd[k]; });
    var spectrum = this.spectrum(free);
    if (!spectrum.eigen) { return null; }
    if (this.a) {
      var ad = times(this.a, fixed);
      var linear = Float64Array.from(free, function (k) { return self.b[k] + 2 * ad[k]; });
      centre = backward(spectrum.c, forward(spectrum.c, linear)).map(function (x) { return -x / 2; });
      left -= dot(linear, centre) / 2;
      var moved = times(spectrum.h, centre);
      slope = forward(spectrum.c, slope.map(function (x, i) { return x + moved[i]; }));
    }
    if (left < -slack) { return null; }
    room = Math.sqrt(Math.max(0, left));
    var found = trustRegion(spectrum.eigen, slope, room);
    function whole(y) {
      var d = Float64Array.from(fixed), x = centre ? backward(spectrum.c, y) : y;
      free.forEach(function (k, i) { d[k] = centre ? x[i] + centre[i] : x[i]; });
      return d;
    }
    return {kind: found.kind, nu: found.nu, best: found.best.map(whole), local: found.local.map(whole)};
  };

  return {Model: Model, symmetric: symmetric, eigen: eigen, norm: norm, dot: dot, times: times};
})();
if (typeof module !== 'undefined') { module.exports = shiftbedQuadratic; }
