import { DayTimes } from "~/ui/day-times";
import { finishHeading, firstView, progressText, servedText } from "~/domain/route/road-view";
import { FINISH_REFUSED } from "~/domain/route/route-permissions";
import { FINISH_ROUTE, START_ROUTE } from "~/domain/route/route-transitions";
import { absolute, paths } from "~/paths";
import type { DriverAnswer } from "../driver-action.server";
import type { DriverRoutePage } from "../queries/driver-route.server";
import type { DriverRouteView, StopView } from "../route-view";
import { CommandForm } from "./command-form";
import { Facts, sizeOf } from "./facts";
import { MapCard } from "./map-card";
import { LoadListCard } from "./load-list-card";
import { QuestionCard } from "./question-card";
import { ScanCard } from "./scan-card";
import { ProofCard } from "./proof-card";
import { StopCard } from "./stop-card";

/** One route on the road. All its screens are in one document, so that nothing has to load between two stops. */
export function RoutePage({ route, answer }: { route: DriverRoutePage; answer: DriverAnswer | undefined }) {
  const refused = refusedProof(route, answer);
  const first = answer?.confirm
    ? "question"
    : refused === null
      ? firstView(route.stage, route.stops)
      : `proof-${refused.visitId}`;
  const views = [
    ...route.stops.map((stop) => ({
      id: `stop-${stop.id}`,
      view: <StopCard key={stop.id} stop={stop} route={route} />,
    })),
    ...route.stops.flatMap((stop) =>
      stop.proof === null || route.stage === "completed"
        ? []
        : [
            {
              id: `proof-${stop.id}`,
              view: (
                <ProofCard
                  key={`proof-${stop.id}`}
                  stop={stop}
                  proof={stop.proof}
                  route={route}
                  given={Number(refused?.visitId) === stop.id ? refused : null}
                />
              ),
            },
          ],
    ),
    { id: "list", view: <StopList key="list" route={route} /> },
    ...(route.stops.some(({ code }) => code !== "") ? [{ id: "scan", view: <ScanCard key="scan" /> }] : []),
    { id: "map", view: <MapCard key="map" route={route} /> },
    { id: "load", view: <LoadListCard key="load" load={route.load} /> },
    { id: "start", view: <StartCard key="start" route={route} /> },
    { id: "finish", view: <FinishCard key="finish" route={route} /> },
    { id: "ask-start", view: <StartQuestion key="ask-start" route={route} /> },
    { id: "ask-finish", view: <FinishQuestion key="ask-finish" route={route} /> },
    { id: "completed", view: <CompletedCard key="completed" route={route} /> },
    ...(answer?.confirm
      ? [
          {
            id: "question",
            view: (
              <QuestionCard
                key="question"
                path={paths.driverRoute(route.id)}
                question={answer.confirm}
                values={answer.values}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    // Without a script the default view shows, unless the address names another one. It comes first, so that a slow
    // phone shows it before it has read the other stops.
    <main
      className="road"
      id="main"
      data-route={route.id}
      data-version={route.version}
      data-made={route.madeAt}
      data-stage={route.stage}
      data-over={route.isLongOver ? "" : undefined}
      data-total={route.total}
      data-first={first}
      data-parts=""
    >
      <header className="top">
        <a className="back" href={absolute(paths.driver())}>
          Routes
        </a>
        <p className="progress" data-progress="">
          {progressText(route.stage, route.stops)}
        </p>
        <LastReport route={route} />
      </header>
      {answer?.message ? (
        <p className="notice bad" role="alert">
          {answer.message}
        </p>
      ) : null}
      <div className="default" data-parts="">
        {views.find(({ id }) => id === first)?.view}
      </div>
      {views.filter(({ id }) => id !== first).map(({ view }) => view)}
      <nav className="tabs" aria-label="Route">
        <a href="#">Now</a>
        <a href="#list">All stops</a>
        <a href="#map" className="needs-script">
          Map
        </a>
      </nav>
    </main>
  );
}

/** What was filled in for a proof that the server didn't take: its form comes again, with all of it but the files. */
function refusedProof(route: DriverRouteView, answer: DriverAnswer | undefined): Record<string, string> | null {
  const values = answer?.message ? answer.values : {};
  const stop = route.stops.find(({ id }) => id === Number(values.visitId));
  // One that failed may be done after all.
  const asks = values.intent === "done" && stop !== undefined && stop.state !== "done" && stop.proof !== null;
  return asks && route.stage !== "completed" ? values : null;
}

/** The last report and the way to take it back: a wrong tap is undone at once. */
function LastReport({ route }: { route: DriverRouteView }) {
  const { last } = route;
  return (
    <div className="last" data-last="" hidden={last === null || route.stage !== "road"}>
      <p>
        <b data-word="" className={last?.state}>
          {last?.state === "failed" ? "Failed" : "Done"}
        </b>{" "}
        <span data-time="">{last?.time}</span>{" "}
        <span data-name="" translate="no">
          {last?.name}
        </span>
      </p>
      <CommandForm routeId={route.id} intent="on-route" visitId={last?.id ?? 0} commandId={last?.commandId ?? ""}>
        <button className="link">Undo</button>
      </CommandForm>
    </div>
  );
}

function StopList({ route }: { route: DriverRouteView }) {
  return (
    <section className="view" id="list" data-parts="" tabIndex={-1}>
      <h1>All stops</h1>
      {route.load.lines.length > 0 ? (
        <a className="button" href="#load">
          Load list
        </a>
      ) : null}
      <p className="soft times">Times: planned arrival; of a stop that is done or failed, when it was reported.</p>
      <ol className="stops" data-parts="">
        {route.stops.map((stop) => (
          <li
            key={stop.id}
            data-row={stop.id}
            data-kind={stop.kind}
            data-state={stop.state}
            className={stop.id === route.nextId ? "next" : undefined}
          >
            <a href={`#stop-${stop.id}`}>
              <span className="number">{stop.number || "–"}</span>
              <span className="place" translate="no">
                <b>{stop.name}</b>
                {stop.kind === "stop" && stop.address !== stop.name ? <span>{stop.address}</span> : null}
              </span>
              <Standing stop={stop} />
            </a>
          </li>
        ))}
      </ol>
      {route.stage === "completed" ? null : (
        <div className="if-road">
          <a className="button if-served" href="#ask-finish">
            Finish route
          </a>
          <p className="if-unserved soft">{FINISH_REFUSED}</p>
          <span className="button off if-unserved" aria-disabled="true">
            Finish route
          </span>
        </div>
      )}
    </section>
  );
}

function Standing({ stop }: { stop: StopView }) {
  const past = stop.state === "failed" ? "Failed" : "Done";
  return (
    <span className="standing">
      <b data-word="">{stop.state === "left" ? "" : past}</b>
      <span className="if-past" data-past="">
        <DayTimes text={stop.past} />
      </span>
      <span className="if-left">
        <DayTimes text={stop.eta} />
        {stop.late ? <b className="late"> {stop.late}</b> : null}
      </span>
    </span>
  );
}

function StartCard({ route }: { route: DriverRouteView }) {
  return (
    <section className="view" id="start" tabIndex={-1}>
      <div className="about">
        <p className="eyebrow">{[route.day, route.vehicle].filter(Boolean).join(" · ")}</p>
        <h1 className={sizeOf(route.title)} translate="no">
          {route.title}
        </h1>
        <p>{route.summary}</p>
        <Facts
          facts={[
            ["Start", route.start.time],
            ["From", route.start.place],
          ]}
        />
      </div>
      <div className="actions">
        {route.load.lines.length > 0 ? (
          <a className="button" href="#load">
            Load list
          </a>
        ) : null}
        <a className="button primary" href="#ask-start">
          Start route
        </a>
      </div>
    </section>
  );
}

function FinishCard({ route }: { route: DriverRouteView }) {
  return (
    <section className="view" id="finish" tabIndex={-1}>
      <div className="about">
        <p className="eyebrow">{[route.title, route.vehicle].filter(Boolean).join(" · ")}</p>
        <h1 data-finish-heading="">{finishHeading(route.stops)}</h1>
        <p data-served="">{servedText(route.stops)}</p>
        {route.end ? (
          <Facts
            facts={[
              ["Back to", route.end.place],
              ["ETA", route.end.eta],
            ]}
          />
        ) : null}
      </div>
      <div className="actions">
        {route.end?.navigation[0] ? (
          <a className="button" href={route.end.navigation[0].href} target="_blank" rel="noreferrer">
            Navigate
          </a>
        ) : null}
        <a className="button primary" href="#ask-finish">
          Finish route
        </a>
      </div>
    </section>
  );
}

/** Questions have a view of their own: nothing is below the fold, and the way back is beside the answer. */
const StartQuestion = ({ route }: { route: DriverRouteView }) => (
  <section className="view" id="ask-start" tabIndex={-1}>
    <div className="about">
      <p className="eyebrow">{[route.day, route.vehicle].filter(Boolean).join(" · ")}</p>
      <h1>{START_ROUTE}</h1>
      {route.startsEarly === null ? null : <p className="failed">{route.startsEarly}</p>}
      <p>{[route.title, route.summary].join(" · ")}</p>
    </div>
    <div className="actions pair">
      <a className="button" href="#">
        Cancel
      </a>
      <CommandForm routeId={route.id} intent="start" commandId={route.commandIds.start} confirmed>
        <button className="button primary">Yes, start</button>
      </CommandForm>
    </div>
  </section>
);

const FinishQuestion = ({ route }: { route: DriverRouteView }) => (
  <section className="view" id="ask-finish" tabIndex={-1}>
    <div className="about">
      <p className="eyebrow">{[route.title, route.vehicle].filter(Boolean).join(" · ")}</p>
      <h1>{FINISH_ROUTE}</h1>
      <p data-served="">{servedText(route.stops)}</p>
    </div>
    <div className="actions pair">
      <a className="button" href="#">
        Cancel
      </a>
      <CommandForm routeId={route.id} intent="finish" commandId={route.commandIds.finish} confirmed>
        <button className="button primary">Yes, finish</button>
      </CommandForm>
    </div>
  </section>
);

function CompletedCard({ route }: { route: DriverRouteView }) {
  return (
    <section className="view" id="completed" tabIndex={-1}>
      <div className="about">
        <p className="eyebrow">{[route.day, route.vehicle].filter(Boolean).join(" · ")}</p>
        <h1>Route completed</h1>
        <p>{[route.title, route.summary].join(" · ")}</p>
        <p data-served="">{servedText(route.stops)}</p>
      </div>
      <div className="actions">
        <a className="button primary" href={absolute(paths.driver())}>
          To my routes
        </a>
      </div>
    </section>
  );
}
