import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { CalculationDialog } from "~/features/calculations/components/calculation-dialog";
import { CalculationList } from "~/features/calculations/components/calculation-list";
import { HistoryFilters } from "~/features/calculations/components/history-filters";
import { useRunningShares } from "~/features/calculations/components/use-running-shares";
import { askedCalculation, loadCalculation } from "~/features/calculations/queries/calculation-page.server";
import { listCalculations } from "~/features/calculations/queries/list-calculations.server";
import { historyAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { useReloadAt } from "~/realtime/use-reload-at";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { toast } from "~/ui/feedback/toasts";
import { ListPage } from "~/ui/page/list-page";
import { ListFiles } from "~/ui/table/list-files";

export const meta: MetaFunction = () => [
  { title: "Calculation history · Route planning" },
  { name: "description", content: "Every calculation with its input, its result, and what became of it." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = askedCalculation(request);
  const page = await loadPage(request, async (session) => ({
    ...(await listCalculations(session, request)),
    calculation: asked === null ? null : await loadCalculation(session, asked),
  }));
  return json(page, { headers: rememberRows(request) });
}

export const action = historyAction;

export default function CalculationHistory() {
  const { list, filter, choices, calculation, timeZone, valid } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const shares = useRunningShares();
  useLiveChanges((event) => event.model === "RoutingQuery");
  useReloadAt(valid);
  useEffect(() => {
    if (result?.ok === false) toast.error(result.message, result.detail);
  }, [result]);
  const narrowed = list.search !== "" || Object.values(filter).some((value) => value !== undefined);
  return (
    <ListPage
      title="Calculation history"
      description={`Every calculation with its input and its result, by the clock of ${timeZone}.`}
      showSearch={list.total > 0 || narrowed}
      searchLabel="Search calculations"
      actions={list.total > 0 || narrowed ? <ListFiles file={paths.calculationsFile} /> : undefined}
    >
      <FlashBanner result={result} />
      {(list.total > 0 || narrowed) && <HistoryFilters filter={filter} choices={choices} />}
      <CalculationList
        rows={list.rows}
        total={list.total}
        paging={list.paging}
        narrowed={narrowed}
        selectedId={calculation?.id ?? null}
        shares={shares}
      />
      {calculation !== null && (
        <CalculationDialog key={calculation.id} calculation={calculation} liveShare={shares.get(calculation.id)} />
      )}
    </ListPage>
  );
}
