import type { ReactNode } from "react";
import { PrivacyFoot } from "~/ui/public-links";
import type { FlashTone } from "~/lib/flash";

export interface FrameData {
  /** of the page's script */
  scriptUrl: string;
  /** of the map, which the page's script loads */
  mapScript: string;
  /** what was done before */
  message: { text: string; tone: FlashTone } | null;
}

/** When a page was made, for the one that can't be loaded again. */
export interface MadeAt {
  /** epoch seconds */
  atSec: number;
  /** whose times the page shows */
  timeZone: string;
}

interface RecipientFrameProps {
  frame: FrameData;
  /** who it is from; empty: the page doesn't say */
  company: string;
  /** of what the page shows; left out: it doesn't change by itself */
  live?: { version: string; events: string; made: MadeAt };
  children: ReactNode;
}

/** The frame of every page behind a link. Drawn by the server alone; its script keeps it up to date. */
export function RecipientFrame({ frame, company, live, children }: RecipientFrameProps) {
  return (
    <main
      className="recipient"
      id="main"
      data-version={live?.version}
      data-events={live?.events}
      data-at={live?.made.atSec}
      data-zone={live?.made.timeZone}
    >
      {company === "" ? null : (
        <p className="from" translate="no">
          {company}
        </p>
      )}
      {frame.message === null ? null : (
        <p className={`notice ${frame.message.tone === "error" ? "bad" : "good"}`} role="status">
          {frame.message.text}
        </p>
      )}
      {children}
      {live === undefined ? null : (
        <>
          <noscript>
            <p className="live">
              <a className="button" href="">
                Load the newest times
              </a>
            </p>
          </noscript>
          <script type="module" src={frame.scriptUrl} />
        </>
      )}
      <PrivacyFoot />
    </main>
  );
}
