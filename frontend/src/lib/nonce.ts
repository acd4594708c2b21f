declare global {
  interface Window {
    /** The nonce of this page, set by early.js; libraries that add a style element read the same name. */
    __nonce__?: string;
  }
}

/** The nonce that a style element needs under the content security policy, if the page has one. */
export const styleNonce = (): string | undefined => window.__nonce__;
