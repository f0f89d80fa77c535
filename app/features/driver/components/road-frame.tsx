import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { isPageElsewhere, isSwitchedPage, PageContext } from "~/lib/page-stamp";
import type { PageElsewhere, SwitchedPage } from "~/lib/page-stamp";
import { Reference } from "~/lib/reference";
import { absolute, paths } from "~/paths";
import { SwitchBackForm, switchedWords } from "~/ui/page/switched-words";
import { utcText } from "~/domain/time/utc-text";
import { PageFields } from "~/ui/form/page-fields";
import type { DriverFrame, FrameClock } from "../queries/driver-frame.server";
import { QuestionTemplate } from "./question-card";

/** The frame of every driver page. It says in words whether all reports have arrived. */
export function RoadFrame({ frame, children }: { frame: DriverFrame; children: ReactNode }) {
  return (
    <PageContext.Provider value={{ companyId: frame.companyId, submitId: "" }}>
      <div
        className="road-frame"
        data-owner={frame.owner}
        data-company={frame.companyId}
        data-distance={frame.distance}
        data-switch={absolute(paths.switchCompany())}
        data-push-key={frame.push?.key}
        data-push={frame.push?.isOn ? "" : undefined}
      >
        {frame.clock !== null && <CustomClock clock={frame.clock} />}
        <p className="sync" id="sync" role="status">
          All sent
        </p>
        {children}
        <button id="awake" type="button" className="link awake" aria-pressed="false" hidden>
          Keep the screen on
        </button>
        <button
          id="share"
          type="button"
          className="link awake"
          aria-pressed="false"
          aria-describedby="share-words"
          hidden
        >
          Share where I am
        </button>
        <p id="share-words" className="share-words soft" role="status" hidden />
        <button id="push" type="button" className="link awake" aria-pressed="false" hidden>
          Tell me when my route changes
        </button>
        <QuestionTemplate />
        <script type="module" src={frame.scriptUrl} />
      </div>
    </PageContext.Provider>
  );
}

/** For people who try things out; the script lets it go on. */
function CustomClock({ clock }: { clock: FrameClock }) {
  return (
    <form className="clock" method="post" action={absolute(paths.profile())}>
      <PageFields />
      <span>
        Custom time{" "}
        <b id="clock" translate="no" data-wall={clock.wallSec} data-speed={clock.speed}>
          {utcText(clock.wallSec)}
        </b>
      </span>
      <input type="hidden" name="dev_custom_time" value="0" />
      <button className="link" name="intent" value="profile.clock">
        Switch off
      </button>
    </form>
  );
}

export function RoadError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && isSwitchedPage(error.data)) return <SwitchedCard page={error.data} />;
  if (isRouteErrorResponse(error) && isPageElsewhere(error.data)) return <ElsewhereCard page={error.data} />;
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
        <Reference />
        <a className="button" href={absolute(status === 403 ? paths.home() : paths.driver())}>
          {status === 403 ? "To the start page" : "To my routes"}
        </a>
      </section>
    </main>
  );
}

/** The route is of another company of the driver's. */
function ElsewhereCard({ page: { elsewhere, here, path } }: { page: PageElsewhere }) {
  const page = { switched: { from: elsewhere, to: here }, path, fields: null };
  const text = `You work for ${here.title} now. Reports that wait for ${elsewhere.title} are sent after you switch.`;
  return (
    <main className="road" id="main" data-error={404}>
      <section className="about empty">
        <h1>{`This route is of ${elsewhere.title}`}</h1>
        <p>{text}</p>
        <SwitchBackForm page={page}>
          <button className="button primary">{`Switch to ${elsewhere.title}`}</button>
        </SwitchBackForm>
        <a className="button" href={absolute(paths.driver())}>
          To my routes
        </a>
      </section>
    </main>
  );
}

/** A report was made for the previous company; the script keeps it until the driver switches back. */
function SwitchedCard({ page }: { page: SwitchedPage }) {
  const { title, text, back, on } = switchedWords(page);
  return (
    <main className="road" id="main" data-error={409}>
      <section className="about empty" id="switched">
        <h1>{title}</h1>
        <p>{text}</p>
        <SwitchBackForm page={page}>
          <button className="button primary">{back}</button>
        </SwitchBackForm>
        <a className="button" href={absolute(paths.home())}>
          {on}
        </a>
      </section>
    </main>
  );
}
