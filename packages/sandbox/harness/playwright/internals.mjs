// @ts-check

/** What the pinned version of Playwright calls those of its parts that it does not promise to keep. */
export const internals = {
  fetch: '_innerFetch',
  parentStep: '_parentStep',
  attach: '_attach',
  fail: '_failWithError',
  instrumentation: '_instrumentation',
  asOurs: '_wrapApiCall',
  contextOptions: '_options',
  goldenPaths: '_resolveSnapshotPaths',
  sendRequest: '_sendRequest',
  launchProcess: '_launchProcess',
  certificateProxy: '_clientCertificatesProxy',
}
