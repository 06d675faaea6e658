/** Raise when the claims made from a reading change, so that stored ones are not scored any more; tests/golden detects it. */
export const CLAIMS_VERSION = 8;
