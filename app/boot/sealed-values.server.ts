import type { Db } from "~/db/client.server";
import { openSecret } from "~/features/webhooks/webhook-secrets.server";
import { openTotp } from "~/services/factors/totp.server";

interface Sealed {
  secret: string;
}

/**
 * What the database holds sealed opens with the secret alone that sealed it. The oldest of each kind is tried: it is
 * from before any change of the secret.
 * @returns one sentence for the log; null: all is well
 */
export async function sealedWithAnother(database: Db): Promise<string | null> {
  const totp: Sealed | undefined = await database("user_totps").orderBy("id").first("secret");
  const webhook: Sealed | undefined = await database("webhook_endpoints").orderBy("id").first("secret");
  const lost = [
    ...(totp !== undefined && openTotp(totp.secret) === null
      ? ["accounts with an authenticator app can't sign in"]
      : []),
    ...(webhook !== undefined && openSecret(webhook.secret) === null ? ["webhooks are signed with nothing"] : []),
  ];
  if (lost.length === 0) return null;
  return (
    `THE SERVER'S SECRET IS NOT THE ONE THAT SEALED WHAT IS IN THE DATABASE: ${lost.join(", ")}, and the tracking ` +
    "links that were sent don't open. Stop the server, and give it the former SESSION_SECRET or put the former file " +
    "session-secret back into DATA_DIR."
  );
}
