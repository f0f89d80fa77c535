import type { RequestHandler } from "express";
import { clientScript } from "~/services/clients.server";

/**
 * The service worker of the driver's pages. It stands beside them, because a worker serves only what is below its own
 * address, and under one name for good: the browser asks under it whether there is a newer one.
 */
export const driverWorker: RequestHandler = (_request, response, next) => {
  clientScript("driver-worker").then(
    (script) => response.set("Cache-Control", "no-cache").type("text/javascript").send(script),
    next,
  );
};
