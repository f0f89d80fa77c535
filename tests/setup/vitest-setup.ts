import { afterEach, beforeEach } from "vitest";
import "./no-console-error";
import "./same-examples";
import { startWatchdog } from "./watchdog";

/** Beyond every test's own limit, which a loop without an end would never look at. */
const watchdog = startWatchdog(200_000);
beforeEach(({ task }) => watchdog.watch(`${task.file.name} > ${task.name}`));
afterEach(() => watchdog.rest());
