/** The graph of an ONNX file: its nodes and weights (onnx.proto of github.com/onnx/onnx). What is not touched is written as it was read. */
import { type Field, fieldsOf, messageOf, varintsOf } from "./wire.ts";

/** Numbers of the fields that are read or written. */
const MODEL = { graph: 7, metadata: 14 };
const ENTRY = { key: 1, value: 2 };
const GRAPH = { node: 1, weight: 5, output: 12, valueInfo: 13 };
const VALUE_INFO = { name: 1 };
const NODE = { input: 1, output: 2, op: 4, attribute: 5 };
const NODE_FIELDS: readonly number[] = Object.values(NODE);
const ATTRIBUTE = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 };
const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 };
/** Values of `AttributeProto.AttributeType` and `TensorProto.DataType`. */
const TYPE = { float: 1, integer: 2, integers: 7 };
const FLOAT32 = 1;

export type Weight = { dims: readonly number[]; values: Float32Array };
/** `attributes`: as in the file; `rest`: its name and domain. */
export type Node = { op: string; inputs: string[]; outputs: string[]; attributes: readonly Uint8Array[]; rest?: readonly Field[] };
export type Graph = {
  nodes: Node[];
  /** What the network answers. */
  outputs: readonly string[];
  /** Weights of 32 bits, by name, those of `Constant` nodes too. */
  weights: Map<string, Weight>;
  /** Weights of other types, and what else the file has. */
  rest: { model: Field[]; graph: Field[] };
};

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
const bytesIn = (fields: readonly Field[], number: number): Uint8Array[] =>
  fields.flatMap((field) => (field.number === number && "bytes" in field ? [field.bytes] : []));
const textIn = (fields: readonly Field[], number: number): string => text(bytesIn(fields, number)[0] ?? new Uint8Array());
const integersIn = (fields: readonly Field[], number: number): number[] =>
  fields.flatMap((field) => {
    if (field.number !== number) return [];
    if ("integer" in field) return [Number(BigInt.asIntN(64, field.integer))];
    return "bytes" in field ? varintsOf(field.bytes).map((each) => Number(BigInt.asIntN(64, each))) : [];
  });

/** Throws when the bytes are not an ONNX file with a graph. */
export function graphOf(file: Uint8Array): Graph {
  const model = fieldsOf(file);
  const [bytes] = bytesIn(model, MODEL.graph);
  if (bytes === undefined) throw new Error("the file has no graph");
  const fields = fieldsOf(bytes);
  const weights = new Map<string, Weight>();
  const others: Field[] = [];
  for (const field of fields) {
    if (field.number !== GRAPH.weight || !("bytes" in field)) continue;
    const tensor = fieldsOf(field.bytes);
    const weight = weightOf(tensor);
    if (weight === null) others.push(field);
    else weights.set(textIn(tensor, TENSOR.name), weight);
  }
  const nodes = bytesIn(fields, GRAPH.node).map(nodeOf);
  for (const node of nodes) {
    const constant = node.op === "Constant" ? constantOf(node) : null;
    if (constant && node.outputs[0] !== undefined) weights.set(node.outputs[0], constant);
  }
  const dropped: readonly number[] = [GRAPH.node, GRAPH.weight, GRAPH.valueInfo];
  return {
    nodes: nodes.filter((node) => !weights.has(node.outputs[0] ?? "")),
    outputs: bytesIn(fields, GRAPH.output).map((bytes) => textIn(fieldsOf(bytes), VALUE_INFO.name)),
    weights,
    rest: {
      model: model.filter(({ number }) => number !== MODEL.graph),
      graph: [...fields.filter(({ number }) => !dropped.includes(number)), ...others],
    },
  };
}

/** What the makers of an ONNX file wrote into it, by key. */
export function metadataOf(file: Uint8Array): Map<string, string> {
  const entries = bytesIn(fieldsOf(file), MODEL.metadata).map(fieldsOf);
  return new Map(entries.map((entry) => [textIn(entry, ENTRY.key), textIn(entry, ENTRY.value)]));
}

function nodeOf(bytes: Uint8Array): Node {
  const fields = fieldsOf(bytes);
  return {
    op: textIn(fields, NODE.op),
    inputs: bytesIn(fields, NODE.input).map(text),
    outputs: bytesIn(fields, NODE.output).map(text),
    attributes: bytesIn(fields, NODE.attribute),
    rest: fields.filter(({ number }) => !NODE_FIELDS.includes(number)),
  };
}

function constantOf({ attributes }: Node): Weight | null {
  const [tensor] = attributes.flatMap((attribute) => bytesIn(fieldsOf(attribute), ATTRIBUTE.tensor));
  return tensor === undefined ? null : weightOf(fieldsOf(tensor));
}

/** Null when it is of another type than float32, or kept beside the file. */
function weightOf(tensor: readonly Field[]): Weight | null {
  if (integersIn(tensor, TENSOR.type)[0] !== FLOAT32) return null;
  const raw = bytesIn(tensor, TENSOR.raw)[0] ?? bytesIn(tensor, TENSOR.floats)[0];
  const dims = integersIn(tensor, TENSOR.dims);
  const count = dims.reduce((product, each) => product * each, 1);
  if (raw === undefined || raw.length !== 4 * count) return null;
  // A copy: the file's own bytes need not begin at a multiple of four.
  return { dims, values: new Float32Array(new Uint8Array(raw).buffer) };
}

/** Values of an attribute of integers, empty when the node has none of that name. */
export function integersOf(node: Node, name: string): number[] {
  const found = node.attributes.map(fieldsOf).find((fields) => textIn(fields, ATTRIBUTE.name) === name);
  if (found === undefined) return [];
  const list = integersIn(found, ATTRIBUTE.integers);
  return list.length > 0 ? list : integersIn(found, ATTRIBUTE.integer);
}

export const integers = (name: string, values: readonly number[]): Uint8Array =>
  attribute(
    name,
    TYPE.integers,
    values.map((value) => ({ number: ATTRIBUTE.integers, integer: BigInt(value) })),
  );
export const integer = (name: string, value: number): Uint8Array =>
  attribute(name, TYPE.integer, [{ number: ATTRIBUTE.integer, integer: BigInt(value) }]);
export const float = (name: string, value: number): Uint8Array =>
  attribute(name, TYPE.float, [{ number: ATTRIBUTE.float, fixed: new Uint8Array(Float32Array.of(value).buffer) }]);

const attribute = (name: string, type: number, values: readonly Field[]): Uint8Array =>
  messageOf([{ number: ATTRIBUTE.name, bytes: Buffer.from(name) }, ...values, { number: ATTRIBUTE.type, integer: BigInt(type) }]);

/** The file of a graph; weights that no node uses are left out. */
export function fileOf({ nodes, weights, rest }: Graph): Uint8Array {
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const graph: Field[] = [
    ...nodes.map((node) => ({ number: GRAPH.node, bytes: messageOfNode(node) })),
    ...[...weights].filter(([name]) => used.has(name)).map(([name, weight]) => ({ number: GRAPH.weight, bytes: tensorOf(name, weight) })),
    ...rest.graph,
  ];
  return messageOf([...rest.model, { number: MODEL.graph, bytes: messageOf(graph) }]);
}

const messageOfNode = ({ op, inputs, outputs, attributes, rest = [] }: Node): Uint8Array =>
  messageOf([
    ...inputs.map((name) => ({ number: NODE.input, bytes: Buffer.from(name) })),
    ...outputs.map((name) => ({ number: NODE.output, bytes: Buffer.from(name) })),
    { number: NODE.op, bytes: Buffer.from(op) },
    ...attributes.map((bytes) => ({ number: NODE.attribute, bytes })),
    ...rest,
  ]);

const tensorOf = (name: string, { dims, values }: Weight): Uint8Array =>
  messageOf([
    ...dims.map((each) => ({ number: TENSOR.dims, integer: BigInt(each) })),
    { number: TENSOR.type, integer: BigInt(FLOAT32) },
    { number: TENSOR.name, bytes: Buffer.from(name) },
    { number: TENSOR.raw, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) },
  ]);
