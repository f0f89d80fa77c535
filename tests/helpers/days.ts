import { addDays } from "~/domain/time/calendar";
import { todayIn } from "~/domain/time/time-zone";

/** Of the places that tests plan at. In the hour before midnight, UTC, it is tomorrow there already. */
const TIME_ZONE = "Europe/Vaduz";

/** The date so many days from now, where the tests' places are; days that are over can't be planned. */
export const dayIn = (days: number, timeZone = TIME_ZONE): string =>
  addDays(todayIn(timeZone, Math.floor(Date.now() / 1000)), days);
