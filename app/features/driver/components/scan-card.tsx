/**
 * Compares a barcode with the order number of a stop. Its script reads the camera where the browser can, and makes the
 * picture of it then: Chromium never frees a document with a media element, and each newer page is read into one.
 */
export const ScanCard = () => (
  <section className="view" id="scan" data-whole="" tabIndex={-1}>
    <div className="about">
      <p className="eyebrow" data-scan-name="" translate="no" />
      <h1 className="long" data-scan-wanted="" translate="no" />
      <div className="scan-box">
        <p className="soft" role="status" data-scan-camera="" />
        <form data-scan-typed="">
          <label className="field">
            <span>Code on the parcel</span>
            <input name="code" maxLength={255} autoComplete="off" autoCapitalize="characters" enterKeyHint="done" />
          </label>
          <button className="button">Check</button>
        </form>
        <p className="outcome" role="status" data-scan-result="" />
        <a className="button" data-scan-other="" hidden>
          Go to that stop
        </a>
      </div>
    </div>
    <div className="actions">
      <a className="button" data-scan-back="" href="#">
        Back to the stop
      </a>
    </div>
  </section>
);
