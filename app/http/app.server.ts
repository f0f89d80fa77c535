import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import type { Express, NextFunction, Request, RequestHandler, Response } from "express";
import { PUBLIC_PAGES } from "~/domain/pages/public-page";
import { DAY_SEC } from "~/domain/time/calendar";
import type { Env } from "~/env.server";
import { loggedAddress, logFault, requestIdOf, withRequestContext } from "~/lib/request-context.server";
import { countRequest } from "~/lib/requests-under-way.server";
import { BASE_PATH } from "~/paths";
import { mapTiles } from "./map-tiles.server";
import { ready } from "./later.server";
import { requestGuard } from "./request-guard.server";
import { precompressed } from "./precompressed.server";
import { refuseRequest } from "~/http/request/refuse-request.server";
import { remixHandler } from "./remix-handler.server";
import { driverWorker } from "~/http/driver-worker.server";
import { knownSender } from "~/http/known-sender.server";
import { limitBodies } from "~/http/request-body.server";

const YEAR_SEC = 365 * DAY_SEC;

/** The whole HTTP surface: redirects between hosts, static files, and Remix under the base path. */
export function createApp(settings: Env, build: ServerBuild): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", settings.TRUST_PROXY);
  app.set("query parser", "simple");
  app.use(giveId);
  app.use(requestGuard(settings));
  app.use(redirectMarketingHost(settings));
  app.use(compression());
  if (settings.NODE_ENV === "production") app.use(refuseSourceMaps);

  app.use(
    `${BASE_PATH}/build`,
    precompressed("public/build"),
    express.static("public/build", { immutable: true, maxAge: YEAR_SEC * 1000, fallthrough: false, index: false }),
  );
  app.use(`${BASE_PATH}/swagger-ui`, swaggerUi());
  app.use(
    BASE_PATH,
    express.static("public", { maxAge: 3600_000, index: false, redirect: false, setHeaders: revalidateScripts }),
  );
  app.get(`${BASE_PATH}/driver-worker.js`, driverWorker);
  app.get(`${BASE_PATH}/map/tiles/:name/:version/:z/:x/:y.mvt`, mapTiles);
  // What follows holds personal data; a page that may be cached sets its own header.
  app.use((_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  app.get(`${BASE_PATH}/healthz`, (_request, response) => void response.type("text").send("ok"));
  const isReady = ready(settings.dataDir);
  app.get(`${BASE_PATH}/readyz`, (request, response) => void isReady(request, response));
  // A missing file is no page: Remix would log a stack for each.
  app.get(
    /\.(?:js|css|map|png|jpg|svg|ico|txt|webmanifest|woff2?)$/,
    (_request, response) => void response.status(404).type("text").send("Not found"),
  );

  app.use((_request, response, next) =>
    // A caller may have left while files were looked for: "close" was emitted before anything listened.
    countRequest((over) => (response.closed ? over() : void response.once("close", over)), next),
  );
  app.use(limitBodies(knownSender));
  app.all([BASE_PATH, `${BASE_PATH}/*`], remixHandler(build, settings.NODE_ENV));
  app.get("/", (_request, response) => response.redirect(302, `${BASE_PATH}/`));
  // As people write them by hand, and as other sites know them.
  app.get(
    PUBLIC_PAGES.map((page) => `/${page}`),
    (request, response) => response.redirect(302, `${BASE_PATH}${request.path}`),
  );
  app.use((_request, response) => void response.status(404).type("text").send("Not found"));
  app.use((error: { status?: number }, request: Request, response: Response, _next: NextFunction) => {
    const status = error.status ?? 500;
    if (status >= 500) logFault(error);
    if (response.headersSent) return void response.destroy();
    refuseRequest(request, response, status, status === 404 ? "Not found" : "Something goes wrong. Please try later");
  });
  return app;
}

/** What the log and a fault say of a request, and its answer too: so that one finds the other. */
function giveId(request: Request, response: Response, next: NextFunction): void {
  const trusts = request.app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  const isFromProxy = trusts(request.socket.remoteAddress ?? "", 0);
  const id = requestIdOf(isFromProxy ? request.get("X-Request-Id") : undefined);
  response.set("X-Request-Id", id);
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const { "user-agent": userAgent = "" } = request.headers;
  const address = loggedAddress(request.method, request.path);
  withRequestContext({ id, ip: request.ip ?? "", userAgent, address, gone: gone.signal }, next);
}

/**
 * They hold the sources of the clients, for whoever develops. An escaped letter in the name means the same file; the
 * guard has made sure that it can be read.
 */
function refuseSourceMaps(request: Request, response: Response, next: NextFunction): void {
  if (decodeURIComponent(request.path).endsWith(".map")) response.status(404).type("text").send("Not found");
  else next();
}

/** The two files of the page that shows the API's document, and no others of the package. */
function swaggerUi(): RequestHandler {
  const files = express.static("node_modules/swagger-ui-dist", {
    index: false,
    maxAge: 3600_000,
  });
  return (request, response, next) =>
    /^\/swagger-ui(?:-bundle\.js|\.css)$/.test(request.path) ? files(request, response, next) : next();
}

/** Scripts import each other by name: one of today beside one of yesterday would be no program at all. */
function revalidateScripts(response: Response, file: string): void {
  if (file.endsWith(".js")) response.set("Cache-Control", "no-cache");
}

/** Visitors on the bare marketing host are sent to the app host under /platform/, whatever path they asked for. */
function redirectMarketingHost(settings: Env) {
  const host = settings.MARKETING_HOST?.toLowerCase();
  return (request: Request, response: Response, next: NextFunction): void => {
    if (host && (request.headers.host ?? "").toLowerCase().replace(/:\d+$/, "") === host.replace(/:\d+$/, "")) {
      response.redirect(302, `${request.protocol}://${settings.APP_HOST}${BASE_PATH}/`);
      return;
    }
    next();
  };
}
