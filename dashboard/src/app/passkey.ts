/** What the passkeys of the settings and of the sign-in page have in common. */

/** The options come as the browser's own JSON, which the description of the API does not repeat. */
export const passkeyOptions = <T>(options: unknown): T => options as T;

export const WEBAUTHN_REFUSED =
  "The browser has no passkey for this. It was cancelled, the device has none or has one already, or the page is opened by an IP address or without https.";
