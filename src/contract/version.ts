/** Of the interface: within `/v1` only additions. */
export const VERSION = "1.0.0";
