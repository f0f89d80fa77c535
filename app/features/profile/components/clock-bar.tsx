import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ActionResult } from "~/lib/action-result";
import { elapsedSince, thisMoment } from "~/lib/elapsed";
import { paths } from "~/paths";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { NoticeBar } from "~/ui/shell/notice-bar";
import type { ShownClock } from "../queries/clock-bar.server";
import { clockWords } from "../clock-words";

const TICK_MS = 250;

/** Under the header of every page, while the product's time of this person is not the time. */
export function ClockBar({ clock }: { clock: ShownClock }) {
  const fetcher = useFetcher<ActionResult<unknown>>();
  return (
    <NoticeBar label="Custom time" tone="amber">
      <span>
        <b>Custom time</b> <Ticking key={clock.nowSec} {...clock} />
      </span>
      <AppForm intent="profile.clock" action={paths.profile()} fetcher={fetcher} layout="inline">
        <SubmitButton kind="quiet">Switch off</SubmitButton>
      </AppForm>
    </NoticeBar>
  );
}

/** Starts with what the server wrote, so that both draw the same at first. */
function Ticking({ nowSec, speed, timeZone }: ShownClock) {
  const [shownSec, setShownSec] = useState(nowSec);
  useEffect(() => {
    const begin = thisMoment();
    const tick = () => setShownSec(Math.floor(nowSec + (elapsedSince(begin) / 1000) * speed));
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [nowSec, speed]);
  return <span className="num">{clockWords({ nowSec: shownSec, speed, timeZone })}</span>;
}
