/** Shows a secret that was just made. */
export const SECRET_DIALOG = "webhook-secret";
