import { Fragment } from "react";
import { cutAtDayMarks, dayMarkWords, timeOnDay } from "~/domain/time/service-clock";

/** A text with times of a plan in it (`planTime`): what '+1' or '-1' beside one of them means is explained. */
export function DayTimes({ text }: { text: string }) {
  return cutAtDayMarks(text).map(({ text: before, days }, index) => (
    <Fragment key={index}>
      {before}
      {days !== null && (
        <abbr title={dayMarkWords(days)}>
          <span aria-hidden="true">{timeOnDay("", days)}</span>
          <span className="visually-hidden">, {dayMarkWords(days)}</span>
        </abbr>
      )}
    </Fragment>
  ));
}
