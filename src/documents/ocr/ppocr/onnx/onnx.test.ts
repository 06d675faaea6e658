import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { describe, expect, test } from "vitest";
import { largest, smallest } from "#documents/long-lists.ts";
import { optionsFor } from "#documents/ocr/ppocr/models.ts";
import type { Threads } from "#documents/ocr/ppocr/second-core.ts";
import { foldedFile } from "./fold.ts";
import { graphOf } from "./graph.ts";
import { type Field, fieldsOf, messageOf } from "./wire.ts";

const shipped = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(`#ppocr/${name}`)));

async function answerOf(file: Uint8Array, [height, width]: readonly [number, number], threads: Threads = 1): Promise<Float32Array> {
  const session = await InferenceSession.create(file, optionsFor(threads));
  const data = Float32Array.from({ length: 3 * height * width }, (_, i) => Math.sin(i / 7) * Math.cos(i / 1000));
  const answer = Object.values(await session.run({ [session.inputNames[0] ?? ""]: new Tensor("float32", data, [1, 3, height, width]) }))[0];
  await session.release();
  return answer?.data as Float32Array;
}

const SHIPPED = [
  ["ch_PP-OCRv4_det_infer.onnx", [96, 160]],
  ["en_PP-OCRv4_rec_infer.onnx", [48, 240]],
  ["latin_PP-OCRv3_rec_infer.onnx", [48, 240]],
] as const;

describe("a network with less work", () => {
  test.each(SHIPPED)("%s gives the same answers", async (name, size) => {
    const file = shipped(name);
    const [before, after] = [await answerOf(file, size), await answerOf(foldedFile(file), size)];
    expect(largest(before.map((value, i) => Math.abs(value - (after[i] ?? 0))))).toBeLessThan(1e-4);
  });

  test.each(SHIPPED)("%s gives the same answers with two threads, to the last bit", async (name, size) => {
    const file = foldedFile(shipped(name));
    expect(await answerOf(file, size, 2)).toEqual(await answerOf(file, size, 1));
  });

  test.each(["ch_PP-OCRv4_det_infer.onnx", "en_PP-OCRv4_rec_infer.onnx"])("%s has a fifth less of operations", (name) => {
    const file = shipped(name);
    expect(graphOf(foldedFile(file)).nodes.length).toBeLessThan(0.8 * graphOf(file).nodes.length);
  });

  test.each(SHIPPED)("%s has no weight whose products are smaller than float32 usually holds", (name) => {
    const weights = [...graphOf(foldedFile(shipped(name))).weights.values()];
    const least = weights.map(({ values }) => smallest(values.map((value) => (value === 0 ? Number.POSITIVE_INFINITY : Math.abs(value)))));
    expect(smallest(least)).toBeGreaterThanOrEqual(1e-15);
  });

  test.each(SHIPPED)("%s stays as it is once its work is less", (name) => {
    const less = foldedFile(shipped(name));
    expect(foldedFile(less)).toBe(less);
  });
});

describe("messages", () => {
  const field: fc.Arbitrary<Field> = fc.oneof(
    fc.record({ number: fc.integer({ min: 1, max: 5000 }), integer: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
    fc.record({ number: fc.integer({ min: 1, max: 5000 }), bytes: fc.uint8Array() }),
    fc.record({ number: fc.integer({ min: 1, max: 5000 }), fixed: fc.uint8Array({ minLength: 4, maxLength: 4 }) }),
  );

  test("are read as they were written", () => {
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        expect(fieldsOf(messageOf(fields))).toEqual(fields);
      }),
    );
  });

  test("any bytes are read, or refused with an Error", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        try {
          fieldsOf(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
