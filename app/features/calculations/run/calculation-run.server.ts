import type { Db } from "~/db/client.server";
import { finishQuery, heartbeat, releaseQuery } from "~/db/repositories/query-queue.server";
import type { Claim } from "~/db/repositories/query-queue.server";
import { parseJson } from "~/db/codecs.server";
import { isTransient } from "~/db/errors.server";
import type { RoutingQueryRow } from "~/db/tables";
import { buildOutput } from "~/domain/calculation/output";
import type { QueryBody } from "~/domain/calculation/query-body";
import { utcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { publishChange, publishProgress } from "~/realtime/publisher.server";
import type { Services } from "~/services/container.server";
import type { RunningSolve, SolveProgress } from "~/services/solver/solver-pool.server";
import { applyCalculation, ClaimLost, planToChange } from "./apply-calculation.server";
import { drawLines } from "./draw-lines.server";
import { assertClean, startSolve } from "./solve-query.server";
import type { Checkpoint } from "./solve-query.server";

const HEARTBEAT_MS = 1000;

/** One claimed calculation, from its stored question to its applied answer. */
export class CalculationRun {
  readonly queryId: number;
  private readonly abort = new AbortController();
  private solving: RunningSolve | null = null;
  private latest: SolveProgress | null = null;
  private checkpoint: Checkpoint | null;
  private checkpointIsNew = false;
  private ending: "finish" | "cancel" | "release" = "finish";

  constructor(
    private readonly row: RoutingQueryRow,
    private readonly claim: Claim,
    private readonly db: Db,
    private readonly services: Services,
  ) {
    this.queryId = row.id;
    this.checkpoint = parseJson<Checkpoint | null>(row.checkpoint, null);
    if (row.cancel_requested === 1) this.ending = "cancel";
  }

  /** Somebody wants the best plan so far, now. */
  cancel(): void {
    if (this.ending === "finish") this.ending = "cancel";
    this.solving?.stop();
  }

  /** The process stops: the calculation goes back to the queue with its best plan, and on at the next start. */
  release(): void {
    this.ending = "release";
    this.solving?.stop();
    this.abort.abort();
  }

  /** Never rejects: whatever happens ends up in the row. */
  async run(): Promise<void> {
    const beat = setInterval(() => void this.beat(), HEARTBEAT_MS);
    try {
      this.report("running");
      await this.solveAndApply();
    } catch (error) {
      if (this.ending === "release") await this.giveBack();
      else if (!(error instanceof ClaimLost)) await this.fail(error);
    } finally {
      clearInterval(beat);
    }
  }

  private now() {
    return utcText(Math.floor(this.services.clock.nowMs() / 1000));
  }

  private async solveAndApply(): Promise<void> {
    const query = parseJson<QueryBody | null>(this.row.input, null);
    if (!query) throw new AppError("calculation.no_input", "The stored question of this calculation cannot be read. Calculate again.");
    const resume = this.checkpoint && { routes: this.checkpoint, used: this.row.progress };
    this.solving = await startSolve(query, resume, this.services, (progress) => this.onProgress(progress), this.abort.signal);
    if (this.ending !== "finish") this.solving.stop();
    const answer = await this.solving.result;
    if (this.ending === "release") {
      this.keep(answer.solution.routes.map((route) => ({ vehicleId: route.vehicleId, steps: route.steps.flatMap((step) => (step.type === "start" || step.type === "end" || step.id === undefined ? [] : [{ type: step.type, id: step.id }])) })));
      return this.giveBack();
    }
    assertClean(answer);
    const output = buildOutput(query, answer.solution);
    const lines = await drawLines(query, output, this.services.routing);
    const status = await applyCalculation(this.db, { row: this.row, claim: this.claim, query, output, lines, cancelled: this.ending === "cancel" }, this.now());
    this.report(status, { cost: output.summary.cost, unassigned: output.summary.unassigned });
  }

  private onProgress(progress: SolveProgress): void {
    this.latest = progress;
    if (progress.routes) this.keep(progress.routes);
    this.report("running", progress);
  }

  private keep(routes: Checkpoint): void {
    this.checkpoint = routes;
    this.checkpointIsNew = true;
  }

  private report(status: Parameters<typeof publishProgress>[1]["status"], news: { cost?: number | null; unassigned?: number | null } = this.latest ?? {}): void {
    const share = status === "running" ? (this.latest?.share ?? 0) : 1;
    publishProgress(this.row.company_id, { queryId: this.row.id, planId: planToChange(this.row), status, share, cost: news.cost ?? null, unassigned: news.unassigned ?? null });
  }

  /** Keeps the claim alive, writes down how far it is, and learns of a wish to stop that came to another process. */
  private async beat(): Promise<void> {
    const news = this.latest && {
      progress: this.latest.share,
      incumbent_cost: this.latest.cost,
      incumbent_unassigned: this.latest.unassigned,
      ...(this.checkpointIsNew ? { checkpoint: JSON.stringify(this.checkpoint) } : {}),
    };
    this.checkpointIsNew = false;
    try {
      const state = await heartbeat(this.db, this.claim, this.now(), news ?? undefined);
      if (!state.held || state.cancelRequested) this.cancel();
    } catch (error) {
      // One missed beat is no harm; when the database stays away, the claim lapses and another process takes over.
      if (!isTransient(error)) console.warn(`Calculation ${this.row.id}: the heartbeat failed.`, error);
    }
  }

  private async giveBack(): Promise<void> {
    await this.beat();
    await releaseQuery(this.db, this.claim, this.now());
  }

  private async fail(error: unknown): Promise<void> {
    const known = error instanceof AppError;
    if (!known || error.status >= 500) console.error(`Calculation ${this.row.id} failed:`, error);
    await finishQuery(
      this.db,
      this.claim,
      { status: "failed", error_code: known ? error.code : "calculation.failed", error_message: known ? error.message : "Something goes wrong. Please try later" },
      this.now(),
    ).catch((cause: unknown) => console.error(`Calculation ${this.row.id}: its failure could not be stored.`, cause));
    this.report("failed");
    publishChange(this.row.company_id, { model: "RoutingQuery", action: "update", ids: [this.row.id], planId: planToChange(this.row) ?? undefined });
  }
}
