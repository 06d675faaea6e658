/** Reads and writes the fields of a protobuf message (protobuf.dev/programming-guides/encoding), as an ONNX file is one. */

/** `bytes`: a string, message or list; of a number its four or eight bytes. `integer`: of a varint. */
export type Field = { number: number; bytes: Uint8Array } | { number: number; integer: bigint } | { number: number; fixed: Uint8Array };

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;
const FOUR_BYTES = 5;
/** Bytes of the longest varint. */
const VARINT_BYTES_MAX = 10;

/** The fields in the order of the message; their bytes are parts of `message`. Throws when it is not one. */
export function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const tag = varintAt(message, at);
    const number = Number(tag.value >> 3n);
    const wire = Number(tag.value & 7n);
    at = tag.end;
    if (wire === VARINT) {
      const { value, end } = varintAt(message, at);
      fields.push({ number, integer: value });
      at = end;
      continue;
    }
    const length = wire === LENGTH ? varintAt(message, at) : { value: BigInt(fixedLength(wire)), end: at };
    const end = length.end + Number(length.value);
    if (end > message.length) throw new Error("a field ends beyond its message");
    const bytes = message.subarray(length.end, end);
    fields.push(wire === LENGTH ? { number, bytes } : { number, fixed: bytes });
    at = end;
  }
  return fields;
}

function fixedLength(wire: number): number {
  if (wire === FOUR_BYTES) return 4;
  if (wire === EIGHT_BYTES) return 8;
  throw new Error(`unknown wire type ${wire}`);
}

/** The numbers of a list of varints in one field. */
export function varintsOf(list: Uint8Array): bigint[] {
  const values: bigint[] = [];
  for (let at = 0; at < list.length; ) {
    const { value, end } = varintAt(list, at);
    values.push(value);
    at = end;
  }
  return values;
}

function varintAt(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let i = 0; i < VARINT_BYTES_MAX; i += 1) {
    const byte = bytes[start + i];
    if (byte === undefined) break;
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) return { value, end: start + i + 1 };
  }
  throw new Error("a number has no end");
}

/** The message with these fields. */
export function messageOf(fields: readonly Field[]): Uint8Array {
  const parts = fields.flatMap((field): Uint8Array[] => {
    if ("integer" in field) return [tagOf(field.number, VARINT), varint(field.integer)];
    if ("fixed" in field) return [tagOf(field.number, field.fixed.length === 4 ? FOUR_BYTES : EIGHT_BYTES), field.fixed];
    return [tagOf(field.number, LENGTH), varint(BigInt(field.bytes.length)), field.bytes];
  });
  return new Uint8Array(Buffer.concat(parts));
}

const tagOf = (number: number, wire: number): Uint8Array => varint((BigInt(number) << 3n) | BigInt(wire));

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.from([...bytes, Number(rest)]);
}
