import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { absolute, paths } from "~/paths";
import type { DriverFrame } from "../queries/driver-frame.server";

/** Around every page of the driver: in words, whether everything that was reported has arrived. */
export function RoadFrame({ frame, children }: { frame: DriverFrame; children: ReactNode }) {
  return (
    <div className="road-frame" data-owner={frame.owner}>
      <p className="sync" id="sync" role="status">
        All sent
      </p>
      {children}
      <script type="module" src={frame.scriptUrl} />
    </div>
  );
}

export function RoadError() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const [title, text] =
    status === 404
      ? ["Route not found", "It may have been given to another driver, or was taken back by the dispatcher."]
      : status === 403
        ? ["You have no access", "This page is for drivers."]
        : ["Something goes wrong. Please try later", "Nothing that you reported is lost."];
  return (
    <main className="road" id="main" data-error={status}>
      <section className="about empty">
        <h1>{title}</h1>
        <p>{text}</p>
        <a className="button" href={absolute(status === 403 ? paths.home() : paths.driver())}>
          {status === 403 ? "To the start page" : "To my routes"}
        </a>
      </section>
    </main>
  );
}
