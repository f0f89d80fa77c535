/**
 * `build.mjs` puts this in the place of the global one: pages that aren't cross-origin isolated have no
 * SharedArrayBuffer, and one thread shares nothing.
 */
const shared: typeof globalThis.SharedArrayBuffer | undefined = globalThis.SharedArrayBuffer;
export const SharedArrayBuffer: SharedArrayBufferConstructor | ArrayBufferConstructor = shared ?? ArrayBuffer;
