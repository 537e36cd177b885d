"""A second evaluator for layers, written from docs/layering.md alone: exact curves, time, blending."""
import math

LINEAR = (20, 20, 107, 107)


def bezier(curve, x):
    """The exact progress of a curve at time x in 0..1, by bisection of its time polynomial."""
    x1, y1, x2, y2 = (min(value, 127) / 127 for value in curve)
    axis = lambda a, b, t: 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t ** 3
    low, high = 0.0, 1.0
    for _ in range(80):
        t = (low + high) / 2
        low, high = (t, high) if axis(x1, x2, t) < x else (low, t)
    return axis(y1, y2, (low + high) / 2)


# ---- rotations, (x, y, z, w)

def unit(q):
    length = math.sqrt(sum(c * c for c in q))
    return tuple(c / length for c in q)


def mul(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def inverse(q):
    return (-q[0], -q[1], -q[2], q[3])


def log(q):
    """Half the rotation vector of the shorter way."""
    q = q if q[3] >= 0 else tuple(-c for c in q)
    length = math.hypot(*q[:3])
    scale = math.atan2(length, q[3]) / length if length > 1e-12 else 1.0
    return tuple(c * scale for c in q[:3])


def exp(v):
    length = math.hypot(*v)
    scale = math.sin(length) / length if length > 1e-12 else 1.0
    return (*(c * scale for c in v), math.cos(length))


def slerp(a, b, t):
    return mul(a, exp(tuple(c * t for c in log(mul(inverse(a), b)))))


def geodesic_mean(weighted):
    """The rotation with the least sum of w * angle^2, by descent from the heaviest."""
    total = sum(w for _, w in weighted)
    m = max(weighted, key=lambda each: each[1])[0]
    for _ in range(200):
        step = [sum(w * log(mul(inverse(m), q))[k] for q, w in weighted) / total for k in range(3)]
        m = unit(mul(m, exp(step)))
        if math.hypot(*step) < 1e-14:
            break
    return m


def degrees(q):
    """Angle of a rotation."""
    return math.degrees(2 * math.atan2(math.hypot(*q[:3]), abs(q[3])))


def degrees_between(a, b):
    return degrees(mul(inverse(unit(a)), unit(b)))


# ---- tracks: {frame: (position, rotation, four curves)}

REST = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def sample(track, frame):
    """(position, rotation) at any frame; the curve of a segment is that of its later key."""
    frames = sorted(track)
    if frame <= frames[0]:
        return track[frames[0]][0], unit(track[frames[0]][1])
    if frame >= frames[-1]:
        return track[frames[-1]][0], unit(track[frames[-1]][1])
    later = next(f for f in frames if f >= frame)
    earlier = max(f for f in frames if f < frame)
    (p0, r0, _), (p1, r1, curves) = track[earlier], track[later]
    x = (frame - earlier) / (later - earlier)
    position = tuple(a + (b - a) * bezier(curves[k], x) for k, (a, b) in enumerate(zip(p0, p1)))
    return position, slerp(unit(r0), unit(r1), bezier(curves[3], x))


class Layer:
    """One layer of one bone. `last`: last frame of its file."""

    def __init__(self, track, last, weight=((0, 1),), additive=False, offset=0, speed=1, range=None, loop=1,
                 fade_in=0, fade_out=0, reference=None):
        self.track, self.curve, self.additive, self.speed = track, weight, additive, speed
        self.fade_in, self.fade_out, self.ranged = fade_in, fade_out, range is not None
        self.first, self.last = (range[0], max(range[0], min(range[1], last))) if range else (0, last)
        self.start = self.first + offset
        self.passes = loop if self.last > self.first else 1
        self.end = self.start + (self.last - self.first) / speed * self.passes
        self.reference = sample(track, reference) if reference is not None else REST

    def source_frame(self, frame):
        played = max(0.0, (frame - self.start) * self.speed)
        length = self.last - self.first
        if self.passes == 1:
            return self.first + (min(played, length) if self.ranged else played)
        return self.last if frame >= self.end else self.first + math.fmod(played, length)

    def weight(self, frame):
        if frame < self.start and (self.ranged or self.fade_in) or frame > self.end and (self.ranged or self.fade_out):
            return 0.0
        points = list(self.curve)
        if frame <= points[0][0]:
            weight = points[0][1]
        elif frame >= points[-1][0]:
            weight = points[-1][1]
        else:
            (f0, w0), (f1, w1) = next((a, b) for a, b in zip(points, points[1:]) if a[0] <= frame <= b[0])
            weight = w0 + (w1 - w0) * (frame - f0) / (f1 - f0)
        ramp = lambda frames, length: min(1.0, max(0.0, frames / length)) if length else 1.0
        return weight * ramp(frame - self.start, self.fade_in) * ramp(self.end - frame, self.fade_out)

    def pose(self, frame):
        return sample(self.track, self.source_frame(frame))


def toward(a, b, t):
    return tuple(x + (y - x) * t for x, y in zip(a[0], b[0])), slerp(a[1], b[1], t)


def shares(weighted):
    """Poses by their shares, which sum up to 1; rotations by a running slerp."""
    position = tuple(sum(w * pose[0][k] for pose, w in weighted) for k in range(3))
    rotation, done = weighted[0][0][1], weighted[0][1]
    for pose, w in weighted[1:]:
        done += w
        rotation = slerp(rotation, pose[1], w / done)
    return position, rotation


def blend(mode, base, layers):
    """`base`: pose or None; `layers`: [(pose, weight)], all weights above 0."""
    total = sum(w for _, w in layers)
    start = base or REST
    if not layers:
        return start
    if mode == "mean":
        position = tuple(sum(w * pose[0][k] for pose, w in layers) / total for k in range(3))
        mean = position, geodesic_mean([(pose[1], w) for pose, w in layers])
        return toward(start, mean, min(1.0, total))
    if mode == "sequential":
        result = start
        for pose, w in sorted(layers, key=lambda each: -each[1]):
            result = toward(result, pose, w / max(1.0, total))
        return result
    if mode == "normalized":
        return shares([(start, 1 / (total + 1))] + [(pose, w / (total + 1)) for pose, w in layers])
    spans = ([(base, 1.0)] if base else []) + layers
    total = sum(w for _, w in spans)
    mean = shares([(pose, w / total) for pose, w in spans])
    return mean if total >= 1 else toward(REST, mean, total)  # the missing share goes to rest, last


def evaluate(mode, base, layers, frame):
    """Blended pose of one bone. `base`: a track or None; `layers`: [Layer] in stack order."""
    acting = [(layer, layer.weight(frame)) for layer in layers]
    acting = [(layer, w) for layer, w in acting if w > 0]
    over = [(layer.pose(frame), w) for layer, w in acting if not layer.additive]
    position, rotation = blend(mode, sample(base, frame) if base else None, over)
    for layer, w in acting:
        if layer.additive:
            (p, r), (p0, r0) = layer.pose(frame), layer.reference
            position = tuple(t + w * (b - a) for t, a, b in zip(position, p0, p))
            rotation = mul(rotation, exp(tuple(c * w for c in log(mul(inverse(r0), r)))))
    return position, rotation
