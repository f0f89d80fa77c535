import http from "node:http";
import { broadcastDevReady } from "@remix-run/node";
import * as remixBuild from "@remix-run/dev/server-build";
import { boot } from "~/boot/boot.server";
import { stampLogLines } from "~/boot/log-lines.server";
import { createApp } from "~/http/app.server";
import { endRequests, notNow } from "~/http/end-requests.server";
import { env, parseEnv, warningsOf } from "~/env.server";
import { HTTP_TIMEOUTS } from "~/http/request-body.server";
import { absolute, BASE_PATH } from "~/paths";

/** Requests that are under way at a stop have so long. README, "Running it", names both. */
const REQUESTS_MS = 8_000;
/** A whole stop takes no longer. A server that waits for this one waits longer (only-server.server.ts). */
const STOP_MS = 20_000;

/** A start that cannot succeed ends with one sentence and exit code 1; a stack would hide the sentence. */
function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function readEnv() {
  try {
    parseEnv(process.env);
    return env();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

async function main() {
  const settings = readEnv();
  let app: http.RequestListener = notNow("Starting");
  const server = http.createServer(HTTP_TIMEOUTS, (request, response) => app(request, response));

  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      refuse(`Port ${settings.PORT} on ${settings.HOST} is in use. Stop the other program or set PORT to a free one.`);
    if (error.code === "EACCES")
      refuse(`Port ${settings.PORT} may not be opened by this user. Set PORT to a number above 1023.`);
    refuse(`The server cannot listen on ${settings.HOST}:${settings.PORT}: ${error.message}`);
  });

  // The port is taken first: a second start must not touch the data of the first.
  await new Promise<void>((resolve) => server.listen(settings.PORT, settings.HOST, resolve));

  const address = server.address();
  const port = typeof address === "object" && address ? address.port : settings.PORT;
  // Links in mails name the port that was given, where any free one was asked for.
  settings.PORT = port;

  const running = await boot(settings, server, remixBuild.assets.version).catch((error: unknown) =>
    refuse(error instanceof Error ? error.message : String(error)),
  );
  app = createApp(settings, { ...remixBuild, basename: BASE_PATH });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: stopping. Calculations under way are kept and go on at the next start.`);
    setTimeout(() => {
      console.error(`The stop took longer than ${STOP_MS / 1000} s and was cut off.`);
      process.exit(1);
    }, STOP_MS).unref();
    app = notNow("Stopping");
    const cut = await endRequests(server, REQUESTS_MS);
    if (cut > 0) console.warn(`Requests that took longer than ${REQUESTS_MS / 1000} s were cut off: ${cut}.`);
    await running.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));

  stampLogLines();
  for (const line of warningsOf(settings)) console.warn(line);
  for (const line of running.announcements) console.log(line);
  console.log(`Ready: http://${settings.HOST === "0.0.0.0" ? "localhost" : settings.HOST}:${port}${absolute("/")}`);
  if (settings.REMIX_DEV_ORIGIN) void broadcastDevReady(remixBuild);
}

void main();
