import { afterEach, beforeEach } from "vitest";
import { useFreshModules } from "./fresh-modules";
import { refuseConsoleErrors } from "./no-console-error";
import "./same-examples";
import { startWatchdog } from "./watchdog";
import type { Watchdog } from "./watchdog";

// Vitest runs this file anew for each file of tests, and not what it imports: hooks that those set at their first run
// would be missing after a file whose tests can't be collected.
useFreshModules();
refuseConsoleErrors();

/** One for all files of a process: modules are loaded anew for each. */
const ofProcess = globalThis as { routePlatformWatchdog?: Watchdog };

/** For a loop without an end, in which a test's own limit is never looked at. */
const watchdog = (ofProcess.routePlatformWatchdog ??= startWatchdog(200_000));
beforeEach(({ task }) => watchdog.watch(`${task.file.name} > ${task.name}`));
afterEach(() => watchdog.rest());
