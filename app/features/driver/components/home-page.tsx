import { DayTimes } from "~/ui/day-times";
import { RouteStatus, routeStatusLabel } from "~/domain/route/route-status";
import { count } from "~/domain/format-number";
import { servedOfText } from "~/domain/route/road-view";
import { PrivacyLink } from "~/ui/public-links";
import { absolute, paths } from "~/paths";
import type { DriverHomePage, RouteCard } from "../queries/driver-home.server";
import type { ActionRefusal } from "~/lib/action-result";
import { OwnNameForm } from "./own-name-form";

const TONES: Readonly<Record<number, string>> = {
  [RouteStatus.Scheduled]: "scheduled",
  [RouteStatus.OnRoute]: "waiting",
  [RouteStatus.Completed]: "done",
};

interface Props {
  page: DriverHomePage;
  refusal: ActionRefusal | null;
}

/** The driver's routes, today's first. */
export function HomePage({ page: { home, name, ownName, version, madeAt }, refusal }: Props) {
  return (
    <main className="road" id="main" data-version={version} data-made={madeAt}>
      <header className="top">
        <h1>My routes</h1>
      </header>
      {home.days.length === 0 ? (
        <section className="about empty">
          <h2>No routes for you yet</h2>
          <p>As soon as the dispatcher approves a route with you as its driver, it stands here.</p>
          <a className="button" href={absolute(paths.driver())}>
            Look again
          </a>
        </section>
      ) : null}
      {home.days.map((day) => (
        <section key={day.date} className="day">
          <h2>
            {day.label} {day.written !== day.label && <span className="soft">{day.written}</span>}
          </h2>
          {day.routes.map((route) => (
            <Card key={route.id} route={route} />
          ))}
        </section>
      ))}
      {ownName !== null && <OwnNameForm known={ownName} refusal={refusal} />}
      <footer className="foot">
        <span className="soft" translate="no">
          {name}
        </span>
        <PrivacyLink />
        <form method="post" action={absolute(paths.logout())} data-leaves>
          <button className="link">Sign out</button>
        </form>
      </footer>
    </main>
  );
}

function Card({ route }: { route: RouteCard }) {
  return (
    <a className="card route" href={absolute(paths.driverRoute(route.id))}>
      <b className={`status ${TONES[route.status] ?? ""}`}>{routeStatusLabel(route.status)}</b>
      <span className="title" translate="no">
        {route.title}
      </span>
      <span translate="no">
        <DayTimes text={[route.hours, route.vehicle, route.warehouse].filter(Boolean).join(" · ")} />
      </span>
      <span className="soft">
        {[
          route.done + route.failed > 0
            ? servedOfText(route.done, route.failed, count(route.stops, "stop"))
            : count(route.stops, "stop"),
          route.distance,
        ].join(" · ")}
      </span>
      {/* Filled in by the script. */}
      <b className="waiting" data-waiting="" hidden />
    </a>
  );
}
