import { createContext } from "react";

/**
 * Of this answer's own scripts (Content-Security-Policy). Empty in the browser, which never shows a nonce that it has
 * read:
 * both sides then draw the same.
 */
export const NonceContext = createContext("");
