/** `network-time.ts FILE.onnx`: milliseconds that the network of `network.py` takes on one thread, for a window of some words and 15 fields. */
import { InferenceSession, Tensor } from "onnxruntime-node";
import { spread } from "../reading.ts";

const FIELDS = 15;
/** Numbers that describe a word, and words of a field's name and description that are looked at: those of network_data.py. */
const [TEXT, NAME_WORDS, DESCRIPTION_WORDS] = [368, 8, 20];
const RUNS = 40;

const [file = ""] = process.argv.slice(2);
const session = await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 });
for (const words of [130, 350, 512]) {
  const inputs = inputsOf(words);
  await session.run(inputs);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    await session.run(inputs);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  const used = ((user + system) / 1000 / RUNS).toFixed(1);
  console.log(`${words} words, ${FIELDS} fields: ${used} ms of processor time; ${spread(times)} ms`);
}
process.exit(0);

function inputsOf(words: number): Record<string, Tensor> {
  const whole = (length: number, of: (i: number) => number) =>
    new Tensor(
      "int64",
      BigInt64Array.from({ length }, (_, i) => BigInt(of(i))),
      [1, length],
    );
  return {
    text: floats(words, TEXT),
    boxes: floats(words, 4),
    share: floats(words, 4),
    cell: whole(words, (i) => Math.floor(i / 3)),
    on: new Tensor("float32", new Float32Array(words).fill(1), [1, words]),
    name: floats(FIELDS, NAME_WORDS, TEXT),
    description: floats(FIELDS, DESCRIPTION_WORDS, TEXT),
    kind: whole(FIELDS, () => 1),
    asked: new Tensor("float32", new Float32Array(FIELDS).fill(1), [1, FIELDS]),
  };
}

/** Random numbers: the time does not depend on them. */
function floats(...sizes: number[]): Tensor {
  const length = sizes.reduce((product, size) => product * size, 1);
  return new Tensor(
    "float32",
    Float32Array.from({ length }, () => Math.random()),
    [1, ...sizes],
  );
}
