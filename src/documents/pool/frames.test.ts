import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, FrameReader } from "./frames.ts";

test("frames come out as they went in, however the bytes were cut on the way", () => {
  const frame = fc.record({ head: fc.record({ kind: fc.string() }), body: fc.uint8Array({ maxLength: 200 }) });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 5 }), fc.integer({ min: 1, max: 50 }), (frames, cut) => {
      const bytes = Buffer.concat(frames.flatMap(({ head, body }) => encodeFrame(head, body)));
      const reader = new FrameReader();
      const out = [];
      for (let at = 0; at < bytes.length; at += cut) out.push(...reader.push(bytes.subarray(at, at + cut)));
      expect(out.map(({ head, body }) => ({ head, body: [...body] }))).toEqual(frames.map(({ head, body }) => ({ head, body: [...body] })));
    }),
  );
});

test("a length beyond the bounds is refused before memory is allocated for it", () => {
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(2, 0);
  prefix.writeUInt32LE(0xffffffff, 4);
  expect(() => new FrameReader().push(prefix)).toThrow(RangeError);
});
