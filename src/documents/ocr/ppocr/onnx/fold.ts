/**
 * The same network with less work. PP-LCNetV3, the trunk of PP-OCR's networks from version 4 on, multiplies and adds one number before and
 * after each activation: these are folded into the weights of the convolutions beside them. What is left is in a form that onnxruntime
 * computes in one pass with the convolution. The answers differ by rounding only.
 *
 * Weights that training let fade away (a third of those of one reader of letters) become 0: where a product is smaller than float32 holds in
 * its usual form, a processor may need many times as long for it. Reading a line takes a quarter to a ninth of the time on one that does.
 */
import { fileOf, float, type Graph, graphOf, integer, integers, integersOf, type Node } from "./graph.ts";

/** `x * factor + term`, as `nodes` compute it of one value, one after the other. */
type Affine = { factor: number; term: number; nodes: readonly Node[]; output: string };

/** The bytes of an ONNX file that computes the same. Throws when `file` is none. */
export function foldedFile(file: Uint8Array): Uint8Array {
  const graph = graphOf(file);
  const less = folded(graph);
  const hadFaded = withoutFaded(less);
  return hadFaded || less.nodes.length < graph.nodes.length ? fileOf(less) : file;
}

/**
 * Smaller weights change no digit of a sum: float32 rounds to 6e-8 of what is summed, and the largest of a thousand inputs of a channel would
 * have to be ten thousand times its output.
 */
const FADED_BELOW = 1e-15;

/** Sets faded weights to 0, in place. Whether there were any. */
function withoutFaded({ weights }: Graph): boolean {
  let had = false;
  for (const { values } of weights.values())
    for (let at = 0; at < values.length; at += 1) {
      const size = Math.abs(values[at] ?? 0);
      if (size === 0 || size >= FADED_BELOW) continue;
      values[at] = 0;
      had = true;
    }
  return had;
}

function folded(graph: Graph): Graph {
  const work = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, inputs: [...node.inputs] })), weights: new Map(graph.weights) };
  for (const node of [...work.nodes]) if (node.op === "Clip") joinHardSwish(work, node);
  for (const node of [...work.nodes]) if (node.op === "Conv") foldAfter(work, node);
  for (const node of [...work.nodes]) if (ACTIVATIONS.has(node.op)) foldBefore(work, node);
  for (const node of [...work.nodes]) if (node.op === "Add") joinSum(work, node);
  return work;
}

/** Operations after which the affine ones stand. */
const ACTIVATIONS: ReadonlySet<string> = new Set(["HardSwish", "Mul"]);

const producerOf = ({ nodes }: Graph, value: string): Node | undefined => nodes.find(({ outputs }) => outputs.includes(value));
const usersOf = ({ nodes }: Graph, value: string): Node[] => nodes.filter(({ inputs }) => inputs.includes(value));

/** The only node that uses the value. */
function onlyUserOf(graph: Graph, value: string): Node | null {
  const users = usersOf(graph, value);
  return users.length === 1 && !graph.outputs.includes(value) ? (users[0] ?? null) : null;
}

/** The number that a weight of one element is. */
function numberIn({ weights }: Graph, name: string | undefined): number | null {
  const values = weights.get(name ?? "")?.values;
  return values?.length === 1 ? (values[0] ?? null) : null;
}

function affineAfter(graph: Graph, value: string): Affine {
  let [factor, term] = [1, 0];
  const nodes: Node[] = [];
  let output = value;
  for (let user = onlyUserOf(graph, output); user !== null; user = onlyUserOf(graph, output)) {
    const isFirst = user.inputs[0] === output;
    const by = user.inputs.length === 2 ? numberIn(graph, user.inputs[isFirst ? 1 : 0]) : null;
    if (by === null || !(user.op === "Mul" || user.op === "Add" || (user.op === "Div" && isFirst))) break;
    if (user.op === "Add") term += by;
    else {
      factor = user.op === "Mul" ? factor * by : factor / by;
      term = user.op === "Mul" ? term * by : term / by;
    }
    nodes.push(user);
    output = user.outputs[0] ?? "";
  }
  return { factor, term, nodes, output };
}

/** Puts `by` in the place of the first of `nodes`, or in none when there is nothing. */
function replaced(graph: Graph, nodes: readonly Node[], by: readonly Node[]): void {
  const at = graph.nodes.findIndex((node) => nodes.includes(node));
  const kept = (node: Node) => !nodes.includes(node);
  graph.nodes = [...graph.nodes.slice(0, at).filter(kept), ...by, ...graph.nodes.slice(at).filter(kept)];
}

/** `x * clip(x + 3, 0, 6) / 6`, as opsets before 14 write it, becomes `x * hardSigmoid(x)`. */
function joinHardSwish(graph: Graph, clip: Node): void {
  const add = producerOf(graph, clip.inputs[0] ?? "");
  const x = add?.inputs[0];
  const multiply = onlyUserOf(graph, clip.outputs[0] ?? "");
  const divide = multiply && onlyUserOf(graph, multiply.outputs[0] ?? "");
  if (add?.op !== "Add" || x === undefined || multiply?.op !== "Mul" || !multiply.inputs.includes(x) || divide?.op !== "Div") return;
  const numbers = [add.inputs[1], clip.inputs[1], clip.inputs[2], divide.inputs[1]].map((name) => numberIn(graph, name));
  if (numbers.join() !== "3,0,6,6" || usersOf(graph, add.outputs[0] ?? "").length > 1) return;
  const attributes = [float("alpha", 1 / 6), float("beta", 0.5)];
  const gate = clip.outputs[0] ?? "";
  replaced(
    graph,
    [divide, multiply, clip, add],
    [
      { op: "HardSigmoid", inputs: [x], outputs: [gate], attributes },
      { op: "Mul", inputs: [x, gate], outputs: divide.outputs, attributes: [] },
    ],
  );
}

/** What follows a convolution alone is done by its weights and its bias. */
function foldAfter(graph: Graph, conv: Node): void {
  const { factor, term, nodes, output } = affineAfter(graph, conv.outputs[0] ?? "");
  if (nodes.length === 0) return;
  if (!changeWeights(graph, conv, { factor, biasOf: ({ bias }) => bias * factor + term })) return;
  replaced(graph, nodes, []);
  conv.outputs = [output];
}

/**
 * What precedes convolutions is done by their weights and biases, unless they pad with zeros: then by a convolution of one pixel and one
 * channel each, which unlike sums and products of single numbers does not force onnxruntime into another layout of memory.
 */
function foldBefore(graph: Graph, activation: Node): void {
  const from = activation.outputs[0] ?? "";
  if (activation.inputs.some((name) => graph.weights.has(name))) return;
  const { factor, term, nodes, output } = affineAfter(graph, from);
  if (nodes.length === 0) return;
  const users = usersOf(graph, output);
  const isSimple = (user: Node) => user.op === "Conv" && user.inputs[0] === output && integersOf(user, "pads").every((pad) => pad === 0);
  if (!graph.outputs.includes(output) && users.every((user) => isSimple(user) && graph.weights.has(user.inputs[1] ?? ""))) {
    for (const user of users) changeWeights(graph, user, { factor, biasOf: ({ bias, sum }) => bias + term * sum });
    replaced(graph, nodes, []);
    for (const user of users) user.inputs[0] = from;
    return;
  }
  const channels = channelsOf(graph, activation);
  if (channels !== null) replaced(graph, nodes, [scaling(graph, { from, output, channels, factor, term })]);
}

function scaling(graph: Graph, at: { from: string; output: string; channels: number; factor: number; term: number }): Node {
  const { from, output, channels, factor, term } = at;
  const [weight, bias] = [`${output} factor`, `${output} term`];
  graph.weights.set(weight, { dims: [channels, 1, 1, 1], values: new Float32Array(channels).fill(factor) });
  graph.weights.set(bias, { dims: [channels], values: new Float32Array(channels).fill(term) });
  return {
    op: "Conv",
    inputs: [from, weight, bias],
    outputs: [output],
    attributes: [integers("kernel_shape", [1, 1]), integer("group", channels)],
  };
}

/** Channels of the convolution that an activation follows. */
function channelsOf(graph: Graph, { inputs }: Node): number | null {
  const conv = inputs.map((name) => producerOf(graph, name)).find((node) => node?.op === "Conv");
  return graph.weights.get(conv?.inputs[1] ?? "")?.dims[0] ?? null;
}

type Change = { factor: number; biasOf: (of: { bias: number; sum: number }) => number };

/**
 * Multiplies the weights of a convolution, and changes the bias of each channel (`sum`: of the weights of that channel, as they were).
 * False when the weights are not in the file.
 */
function changeWeights(graph: Graph, conv: Node, { factor, biasOf }: Change): boolean {
  const [, name = "", biasName] = conv.inputs;
  const weight = graph.weights.get(name);
  const bias = biasName === undefined ? null : graph.weights.get(biasName);
  const [channels = 0] = weight?.dims ?? [];
  if (weight === undefined || bias === undefined || channels === 0) return false;
  const each = weight.values.length / channels;
  const biases = Float32Array.from({ length: channels }, (_, channel) => {
    let sum = 0;
    for (let at = channel * each; at < (channel + 1) * each; at += 1) sum += weight.values[at] ?? 0;
    return biasOf({ bias: bias?.values[channel] ?? 0, sum });
  });
  const [newName, newBias] = [`${conv.outputs[0]} weights`, `${conv.outputs[0]} bias`];
  const values = new Float32Array(weight.values.length);
  for (let at = 0; at < values.length; at += 1) values[at] = factor * (weight.values[at] ?? 0);
  graph.weights.set(newName, { dims: weight.dims, values });
  graph.weights.set(newBias, { dims: [channels], values: biases });
  conv.inputs = [conv.inputs[0] ?? "", newName, newBias];
  return true;
}

/** `x + x * gate`, where the gate is one number a channel, becomes `x * (gate + 1)`: one pass over the picture instead of two. */
function joinSum(graph: Graph, add: Node): void {
  for (const [x = "", product = ""] of [add.inputs, add.inputs.toReversed()]) {
    const multiply = producerOf(graph, product);
    const gate = multiply?.inputs.find((name) => name !== x);
    if (multiply?.op !== "Mul" || !multiply.inputs.includes(x) || gate === undefined || onlyUserOf(graph, product) !== add) continue;
    if (producerOf(graph, gate)?.op !== "HardSigmoid" || onlyUserOf(graph, gate) !== multiply) continue;
    graph.weights.set(ONE, { dims: [], values: Float32Array.of(1) });
    const more = `${gate} + 1`;
    replaced(
      graph,
      [multiply, add],
      [
        { op: "Add", inputs: [gate, ONE], outputs: [more], attributes: [] },
        { op: "Mul", inputs: [x, more], outputs: add.outputs, attributes: [] },
      ],
    );
    return;
  }
}

const ONE = "one";
