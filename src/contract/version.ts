/** Version of the API: within `/v1` only additions are made. */
export const VERSION = "1.0.0";
