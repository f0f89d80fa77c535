import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { AddressInput } from "~/ui/address/address-input";
import { writeField } from "~/ui/address/place-address";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { setInputValue } from "~/lib/input-value";
import { TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { LocationPicker } from "~/ui/map/location-picker";
import { EmptyState } from "~/ui/page/states";
import { useMounted } from "~/ui/use-mounted";
import { coordinatePair } from "~/domain/validation/coordinates";
import type { Place } from "~/domain/place";
import { noneWords, VISIT_PARAM } from "../fix-words";
import type { FixPage } from "../queries/fix-page.server";
import styles from "./fix-places.module.css";

type Shown = NonNullable<FixPage["shown"]>;

const BY_MAP = "A click on the map fills this in.";
const COUNTS_FIRST = "It counts before the places above.";

/** One visit after the other: the places that its address may mean, a map, and another try at its address. */
export function FixPlaces({ page, result }: { page: FixPage; result: ActionResult<unknown> | null }) {
  const { shown, visits } = page;
  return (
    <div className={styles.page}>
      {shown === null ? (
        <EmptyState icon="check" title={visits.length === 0 ? "Nothing to fix" : "Only skipped visits are left"}>
          {visits.length > 0
            ? "Choose one of them in the list."
            : page.waiting > 0
              ? "The other addresses are still being looked up."
              : "Every visit has its place."}
        </EmptyState>
      ) : (
        <OneVisit key={`${shown.id} ${shown.address}`} shown={shown} page={page} result={result} />
      )}
      {visits.length > 0 && <Others page={page} />}
    </div>
  );
}

function OneVisit({ shown, page, result }: { shown: Shown; page: FixPage; result: ActionResult<unknown> | null }) {
  const { candidates } = shown;
  const tab = useTabId();
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(candidates[0] ?? null);
  const of = (intent: string) =>
    result !== null && !result.ok && (result.values?.intent ?? "").startsWith(intent) ? result : null;

  useEffect(() => {
    const radios = box.current?.querySelectorAll<HTMLInputElement>("input[type=radio]");
    radios?.[0]?.focus();
    // 1 to 9 choose, wherever nothing is being typed.
    const choose = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLTextAreaElement ||
        (event.target instanceof HTMLInputElement && event.target.type !== "radio");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
      const radio = radios?.[Number(event.key) - 1];
      if (!radio) return;
      event.preventDefault();
      radio.click();
      radio.focus();
    };
    window.addEventListener("keydown", choose);
    return () => window.removeEventListener("keydown", choose);
  }, []);

  const mounted = useMounted();
  const coordinates = () => box.current?.querySelector<HTMLInputElement>("input[name=coordinates]") ?? null;
  const byHand = (to: Place) => {
    const field = coordinates();
    if (field) setInputValue(field, `${to.lat}, ${to.lng}`);
    setPlace(to);
  };
  return (
    <section className={styles.visit} aria-label={shown.name}>
      <h2 className={styles.name}>{shown.name}</h2>
      <p className={styles.address}>{[shown.address, shown.postcode].filter(Boolean).join(", ")}</p>
      <div className={styles.columns}>
        <div ref={box} className={styles.choose}>
          <AppForm
            id="place"
            hidden={{ visitId: shown.id, tab }}
            result={of("place.choose") ?? of("place.skip")}
            aria-label="Place"
          >
            {candidates.length === 0 ? (
              <p>{noneWords(shown, page.isReady)}</p>
            ) : (
              <fieldset className={styles.candidates}>
                <legend>Which place is it?</legend>
                {candidates.map((one, index) => (
                  <label key={`${one.displayName} ${one.lat} ${one.lng}`} className={styles.candidate}>
                    <input
                      type="radio"
                      name="choice"
                      value={index}
                      defaultChecked={index === 0}
                      onChange={() => {
                        const field = coordinates();
                        if (field) setInputValue(field, "");
                        setPlace(one);
                      }}
                    />
                    <span>
                      <b>
                        {index + 1}. {one.displayName}
                      </b>
                      <span className={styles.facts}>{[one.away, one.sure].filter(Boolean).join(" · ")}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            )}
            <TextField
              name="coordinates"
              label={candidates.length === 0 ? "Coordinates" : "Another place"}
              placeholder="47.14, 9.52"
              help={[mounted && BY_MAP, candidates.length > 0 && COUNTS_FIRST].filter(Boolean).join(" ")}
              onBlur={(text) => {
                const pair = coordinatePair(text);
                if (pair !== null) setPlace(pair);
              }}
            />
            <FormActions>
              <SubmitButton intent="place.choose">Take and next</SubmitButton>
              <SubmitButton intent="place.skip" kind="quiet">
                Skip
              </SubmitButton>
            </FormActions>
          </AppForm>
          <div ref={search}>
            <AppForm
              id="address"
              intent="place.search"
              hidden={{ visitId: shown.id, tab }}
              result={of("place.search")}
              aria-label="Another address"
            >
              <AddressInput
                name="address"
                label="Address"
                defaultValue={shown.address}
                near={page.center}
                onChoose={(found) => {
                  writeField(search.current, "address", found.displayName);
                  byHand(found);
                }}
              />
              <FormActions>
                <SubmitButton kind="plain" icon="search">
                  Search again
                </SubmitButton>
              </FormActions>
            </AppForm>
          </div>
          {page.isReady && page.attribution !== "" && <p className={styles.facts}>{page.attribution}</p>}
        </div>
        <div className={styles.map}>
          <LocationPicker value={place} onChange={byHand} baseMap={page.map} center={page.center} />
        </div>
      </div>
    </section>
  );
}

function Others({ page: { visits, shown } }: { page: FixPage }) {
  const [params] = useSearchParams();
  const href = (id: number) => {
    const next = new URLSearchParams(params);
    next.set(VISIT_PARAM, String(id));
    return `?${next.toString()}`;
  };
  return (
    <nav aria-label="Visits without a sure place">
      <h2 className={styles.name}>All of them</h2>
      <ol className={styles.others}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <Link to={href(visit.id)} aria-current={visit.id === shown?.id || undefined} preventScrollReset>
              {visit.name}
            </Link>{" "}
            <span className={styles.facts}>
              {visit.address === "" ? "no address" : visit.address}
              {visit.state === "unknown" && " · nothing found"}
              {visit.state === "skipped" && " · skipped"}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
