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
  function times(rows, vector) {
    var product = zeros(rows.length);
    for (var i = 0; i < product.length; i++) { product[i] = dot(rows[i], vector); }
    return product;
  }
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

  // Reflects rows and columns k+1.. so that column k has zeros below its neighbour of the diagonal; v gathers the reflections.
  function reflect(a, v, k) {
    var n = a.length, w = zeros(n), image = zeros(n), mix = zeros(n), i, j;
    for (i = k + 1; i < n; i++) { w[i] = a[i][k]; }
    var length = norm(w);
    if (length === Math.abs(w[k + 1])) { return; }
    w[k + 1] += w[k + 1] > 0 ? length : -length;
    var beta = 2 / dot(w, w);
    for (i = k; i < n; i++) { image[i] = beta * dot(a[i], w); }
    var half = 0.5 * beta * dot(image, w);
    for (i = k; i < n; i++) { image[i] -= half * w[i]; }
    for (i = k; i < n; i++) {
      var row = a[i], wi = w[i], gi = image[i];
      for (j = k; j < n; j++) { row[j] -= wi * image[j] + gi * w[j]; }
    }
    for (i = k + 1; i < n; i++) { add(mix, w[i], v[i]); }
    for (i = k + 1; i < n; i++) { add(v[i], -beta * w[i], mix); }
  }

  function add(target, factor, vector) {
    for (var i = 0; i < target.length; i++) { target[i] += factor * vector[i]; }
  }

  // One implicit QL sweep from m up to l on the tridiagonal matrix (d, e); the rows of v turn along.
  function sweep(d, e, v, l, m) {
    var slope = (d[l + 1] - d[l]) / (2 * e[l]);
    var g = d[m] - d[l] + e[l] / (slope + (slope < 0 ? -1 : 1) * Math.sqrt(slope * slope + 1));
    var s = 1, c = 1, p = 0;
    for (var i = m - 1; i >= l; i--) {
      var f = s * e[i], b = c * e[i], r = Math.sqrt(f * f + g * g);
      e[i + 1] = r;
      if (r === 0) { d[i + 1] -= p; e[m] = 0; return; }
      s = f / r;
      c = g / r;
      g = d[i + 1] - p;
      r = (d[i] - g) * s + 2 * c * b;
      p = s * r;
      d[i + 1] = g + p;
      g = c * r - b;
      var low = v[i], high = v[i + 1];
      for (var k = 0; k < low.length; k++) {
        var x = low[k], y = high[k];
        high[k] = s * x + c * y;
        low[k] = c * x - s * y;
      }
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
  }

  // Eigenvalues in ascending order and eigenvectors as rows: reflections to a tridiagonal matrix, then QL (Golub and Van Loan 8.3).
  function eigen(matrix) {
    var n = matrix.length, v = identity(n);
    var most = matrix.reduce(function (size, row) { return Math.max(size, largest(row)); }, 0) || 1;
    var a = matrix.map(function (row) { return Float64Array.from(row, function (x) { return x / most; }); });
    for (var k = 0; k < n - 2; k++) { reflect(a, v, k); }
    var d = Float64Array.from(a, function (row, i) { return row[i]; });
    var e = Float64Array.from(a, function (row, i) { return i < n - 1 ? row[i + 1] : 0; });
    for (var l = 0; l < n; l++) {
      for (var step = 0; step < 60; step++) {
        var m = l;
        while (m < n - 1 && Math.abs(e[m]) > 1.2e-16 * (Math.abs(d[m]) + Math.abs(d[m + 1])) && Math.abs(e[m]) > 1e-19) { m++; }
        if (m === l) { break; }
        sweep(d, e, v, l, m);
      }
    }
    var order = Array.from({length: n}, function (_, i) { return i; }).sort(function (i, j) { return d[i] - d[j]; });
    return {
      values: Float64Array.from(order, function (i) { return most * d[i]; }),
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
      for (var k = 0; k < p; k++) { add(d, radius * y[k], spectrum.vectors[k]); }
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
    return kept.map(function (i) {
      var row = zeros(kept.length);
      for (var j = 0; j < row.length; j++) { row[j] = rows[i][kept[j]]; }
      return row;
    });
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
