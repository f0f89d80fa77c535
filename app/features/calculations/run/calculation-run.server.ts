import type { Db } from "~/db/client.server";
import {
  finishCalculation,
  heartbeat,
  releaseCalculation,
  requeueAfterDeath,
} from "~/db/repositories/calculation-queue.server";
import type { Claim } from "~/db/repositories/calculation-queue.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import { isAway, isTooLarge, isTransient } from "~/db/errors.server";
import type { RoutingQueryRow } from "~/db/tables";
import { RESULT_TOO_LARGE, UNKNOWN_FAILURE } from "~/domain/calculation/failure";
import type { JobFormat } from "~/domain/calculation/job-format";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { utcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { publishChange, publishProgress } from "~/realtime/publisher.server";
import type { Services } from "~/services/container.server";
import { CalculationProcessEnded, StoppedUnsearched } from "~/services/solver/solver-pool.server";
import type { RunningSolve, SolveProgress } from "~/services/solver/solver-pool.server";
import { applyCalculation, ClaimLost, planToChange } from "./apply-calculation.server";
import { assertNoViolations, taskOf } from "./calculation-task.server";

const HEARTBEAT_MS = 1000;

/** One claimed calculation, from its stored input to its applied result. */
export class CalculationRun {
  readonly queryId: number;
  private solving: Pick<RunningSolve, "stop" | "release"> | null = null;
  private latest: SolveProgress | null = null;
  /** JSON of the best routes, until it is saved */
  private checkpoint: string | null = null;
  private ending: "finish" | "cancel" | "release" = "finish";

  constructor(
    private readonly row: RoutingQueryRow,
    private readonly claim: Claim,
    private readonly db: Db,
    private readonly services: Services,
  ) {
    this.queryId = row.id;
    if (row.cancel_requested === 1) this.ending = "cancel";
  }

  /** Somebody wants the best plan so far at once. */
  cancel(): void {
    if (this.ending === "finish") this.ending = "cancel";
    this.solving?.stop();
  }

  /** The process stops: the calculation returns to the queue with its best plan and continues at the next start. */
  release(): void {
    this.ending = "release";
    this.solving?.release();
  }

  /** Never rejects: whatever happens is stored in the row. */
  async run(): Promise<void> {
    const beat = setInterval(() => void this.beat(), HEARTBEAT_MS);
    try {
      this.report("running");
      await (this.row.format === null ? this.solveAndApply() : this.solveFormat(this.row.format));
    } catch (error) {
      // The database may be away: then the claim lapses, and the queue takes the row.
      await this.endWith(error).catch((cause: unknown) =>
        console.error(`Calculation ${this.row.id}: its end could not be stored.`, cause),
      );
    } finally {
      clearInterval(beat);
    }
  }

  private async endWith(error: unknown): Promise<void> {
    if (this.ending === "release") return this.giveBack();
    if (error instanceof CalculationProcessEnded || isAway(error)) return this.tryAgain(error);
    if (error instanceof StoppedUnsearched) return this.endUnsearched();
    if (!(error instanceof ClaimLost)) await this.fail(error);
  }

  private now() {
    return utcText(Math.floor(this.services.clock.nowMs() / 1000));
  }

  private async solveAndApply(): Promise<void> {
    const solving = this.services.solver.solve(taskOf(this.row), (progress) => this.onProgress(progress));
    this.solving = solving;
    const answer = await solving.result;
    if (answer === null) return this.giveBack();
    assertNoViolations(answer);
    const input = await parseJsonInTurns<CalculationInput | null>(this.row.input, null);
    if (!input)
      throw new AppError(
        "calculation.no_input",
        "The stored input of this calculation cannot be read. Calculate again.",
      );
    const finished = { row: this.row, claim: this.claim, input, ...answer, cancelled: this.ending === "cancel" };
    const status = await applyCalculation(finished, this.now());
    this.report(status, { cost: answer.output.summary.cost, unassigned: answer.output.summary.unassigned });
  }

  /** Nobody but the sender of such a problem hears of it, and its answer changes nothing. */
  private async solveFormat(format: JobFormat): Promise<void> {
    const solving = this.services.solver.solveFormat({ format, input: this.row.input ?? "" });
    this.solving = solving;
    const output = await solving.result;
    if (output === null) return this.giveBack();
    if (!(await finishCalculation(this.db, this.claim, { status: "done", output }, this.now()))) throw new ClaimLost();
  }

  private onProgress(progress: SolveProgress): void {
    this.latest = progress;
    this.checkpoint = progress.checkpoint ?? this.checkpoint;
    this.report("running", progress);
  }

  private report(
    status: Parameters<typeof publishProgress>[1]["status"],
    news: { cost?: number | null; unassigned?: number | null } = this.latest ?? {},
  ): void {
    if (this.row.format !== null) return;
    const share = status === "running" ? (this.latest?.share ?? 0) : 1;
    publishProgress(this.row.company_id, {
      queryId: this.row.id,
      planId: planToChange(this.row),
      status,
      share,
      cost: news.cost ?? null,
      unassigned: news.unassigned ?? null,
    });
  }

  /** Keeps the claim alive, saves the progress, and learns of a request to stop that reached another process. */
  private async beat(): Promise<void> {
    const { checkpoint } = this;
    const news = this.latest && {
      progress: this.latest.share,
      incumbent_cost: this.latest.cost,
      incumbent_unassigned: this.latest.unassigned,
      ...(checkpoint === null ? {} : { checkpoint }),
    };
    try {
      const state = await heartbeat(this.db, this.claim, this.now(), news ?? undefined);
      // A newer one may have come meanwhile.
      if (this.checkpoint === checkpoint) this.checkpoint = null;
      if (!state.held || state.cancelRequested) this.cancel();
    } catch (error) {
      // One missed beat does no harm. When the database stays away, the claim lapses and another process takes over.
      if (!isTransient(error)) console.warn(`Calculation ${this.row.id}: the heartbeat failed.`, error);
    }
  }

  private async giveBack(): Promise<void> {
    await this.beat();
    await releaseCalculation(this.db, this.claim, this.now());
  }

  /**
   * Its process died, or the database went away: it waits for another one with its best plan, unless that has happened
   * too often.
   */
  private async tryAgain({ message, cause }: Error): Promise<void> {
    const why = cause instanceof Error ? cause.message : message;
    console.error(`Calculation ${this.row.id}, attempt ${this.row.attempts}: ${why}`);
    await this.beat();
    const became = await requeueAfterDeath(this.db, this.claim, this.now());
    if (became === undefined) return;
    if (became === "failed") this.report("failed");
    this.publish();
  }

  private async endUnsearched(): Promise<void> {
    if (!(await finishCalculation(this.db, this.claim, { status: "cancelled" }, this.now()))) return;
    this.report("cancelled");
    this.publish();
  }

  private publish(): void {
    if (this.row.format !== null) return;
    publishChange(this.row.company_id, {
      model: "RoutingQuery",
      action: "update",
      ids: [this.row.id],
      planId: planToChange(this.row) ?? undefined,
    });
  }

  private async fail(error: unknown): Promise<void> {
    const known = error instanceof AppError;
    const isResultTooLarge = isTooLarge(error) && this.row.format === null;
    if (!known || error.status >= 500) console.error(`Calculation ${this.row.id} failed:`, error);
    await finishCalculation(
      this.db,
      this.claim,
      {
        status: "failed",
        error_code: known ? error.code : "calculation.failed",
        error_message: isResultTooLarge ? RESULT_TOO_LARGE : known ? error.message : UNKNOWN_FAILURE,
      },
      this.now(),
    ).catch((cause: unknown) => console.error(`Calculation ${this.row.id}: its failure could not be stored.`, cause));
    this.report("failed");
    this.publish();
  }
}
