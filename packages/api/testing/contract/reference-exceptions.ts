/**
 * Where our document is not the reference's, and why that is meant. `differs` is matched with a whole line of the
 * comparison: `<METHOD> <path> <place>: <what>`. One that matches nothing any more has to go.
 */
export type ReferenceException = { differs: RegExp; reason: string }

const agentic = 'there are no agentic checks'
const sessions = 'error groups of test sessions are not built yet'
const asInResults = 'a result of a session has the form that results of checks have'
const whole = 'a fraction means nothing here and is refused'
const nothingMeasured = 'a value that was not measured is null, not an invented number'
const hidden = 'the value of a locked or secret entry is null for those who may not see it'
const readOnly = 'read-only fields that come back with a write are ignored'
const noScript = 'this monitor runs no script; what it does not know is ignored'
const noPlan = 'there is no plan that limits it: 402 is described where an operator can set a quota'

export const referenceExceptions: readonly ReferenceException[] = [
  { differs: /body\.checkType: does not take AGENTIC$/, reason: agentic },
  { differs: /\.(?:playwright|agentic)CheckResult\.\w+: is missing$/, reason: agentic },
  {
    differs: /\/checks\S* response \d+\S*\.request\.method: may (?:be left out|also be OPTIONS)$/,
    reason: 'a default that is always answered; OPTIONS can be checked, too',
  },
  {
    differs: /^GET \/v1\/analytics\/browser-checks\/\{id\} parameter groupBy: does not take pageIndex$/,
    reason: 'figures are those of the first page; results have all of them',
  },
  { differs: /^\w+ \/v1\/test-session-error-groups[^ ]*: is missing$/, reason: sessions },
  {
    differs:
      /^GET \/v1\/test-sessions\/\{testSessionId\}\/results\/\S+ response 200\.\w+CheckResult\.(?:jobAssets\[\]: is object instead of string|(?:pcapDataUrl|playwrightTestVideos): is missing)$/,
    reason: asInResults,
  },
  {
    differs:
      /^POST \/v1\/test-sessions\/trigger body\.environmentVariables\[\]\.value: is string instead of anything$/,
    reason: 'a variable is text',
  },

  { differs: / parameter (?:page|limit|aggregationInterval): is integer instead of number$/, reason: whole },
  {
    differs:
      / body\S*\.(?:groupId|dashboardId|port|concurrency|refreshRate|paginationRate|checksPerPage): is integer instead of number$/,
    reason: whole,
  },
  { differs: / body\.alertSettings\.\S+: is integer instead of number$/, reason: whole },

  {
    differs: /^GET \/v1\/(?:locations|runtimes|static-ip)\S* parameter X-Service-Account: is missing/,
    reason: 'anybody may call it, so that no account is chosen; the header is ignored',
  },
  {
    differs: /^GET \/v1\/dashboards\/\{dashboardId\} response 403: is missing$/,
    reason: 'everybody may ask for it; a private one is refused with 401',
  },
  {
    differs: /^GET \/v1\/maintenance-windows parameter (?:startsAt|endsAt): is missing in the query$/,
    reason: 'described as the parameters that are sent: startsAt[gt], startsAt[gte] and so on',
  },
  { differs: / response 402: is missing$/, reason: noPlan },
  {
    differs: /^GET \/v1\/status-pages response 200\.entries\[\]\.incidents\[\]\.incidentUpdates: is missing$/,
    reason: 'incidents within a page come without their updates, which the route of the incident answers',
  },
  {
    differs: /^POST \/v1\/status-pages\/services response 200: is missing$/,
    reason: 'known clients accept only 201',
  },
  {
    differs: /^GET \/v1\/status-pages\/services response 200: is array instead of object$/,
    reason: 'only with paginated=false, which asks for all of them',
  },

  {
    differs: /\.description: has maxLength 500 instead of 510$/,
    reason: 'the seed says 500',
  },
  {
    differs: /\.environmentVariables: has maxItems 100 instead of 200$/,
    reason: 'the seed says 100',
  },
  {
    differs: /body\.environmentVariables\[\]\.value: must not be null$/,
    reason: 'a variable without a value could fill in nothing',
  },
  {
    differs: /body\.environmentVariables\[\]\.key: is required$/,
    reason: 'a variable without a name could be named by nothing',
  },
  {
    differs: /\.assertions\[\]\.(?:source|comparison|property): is required$/,
    reason: 'an assertion without them says nothing (the seed requires them)',
  },
  {
    differs: /\.assertions\[\]\.comparison: takes only some values$/,
    reason: 'a comparison that does not exist would never hold',
  },
  {
    differs: /\.assertions\[\]\.comparison: may also be /,
    reason: 'every source takes every comparison that its value allows',
  },
  {
    differs: /^PUT \/v1\/checks\/icmp\/\{id\} body\.(?:heartbeat|script|sslCheckDomain): /,
    reason: 'by the letter of the seed; a lenient reading takes what the reference takes',
  },
  {
    differs: /body\.alertSettings: must not be null$/,
    reason: 'those of the account are chosen with useGlobalAlertSettings',
  },
  {
    differs: /\.alertSettings\.sslCertificates: is missing$/,
    reason: 'accepted, not stored, absent in responses',
  },
  {
    differs:
      /^\w+ \/v1\/checks\/(?:dns|ssl)\S* body\.(?:heartbeat|local\w+|script\w*|s\w+SnippetId|tearDownSnippetId|sslCheckDomain): is missing$/,
    reason: noScript,
  },
  {
    differs: / body\S*\.(?:id|created_at|updated_at|duration|lastUpdateStatus|alertChannels): is missing$/,
    reason: readOnly,
  },
  { differs: / body\.services\[\]\.(?:name|accountId): is missing$/, reason: readOnly },
  { differs: / body\.cards\[\]\.statusPageId: is missing$/, reason: readOnly },
  {
    differs: / body\.cards\[\]\.services\[\]\.id: is required$/,
    reason: 'a card shows services by their ids, and nothing else names them',
  },
  {
    differs: /^POST \/v1\/maintenance-windows body\.repeatUnit: takes only some values$/,
    reason: 'DAY, WEEK and MONTH; a unit that does not exist could not repeat anything',
  },

  { differs: /\.sslCheckResult\.\S+: may be null$/, reason: 'null when no leaf came' },
  { differs: /\.grpcStatusCode: may be null$/, reason: 'null when no call was made' },
  { differs: / response 200\S*\.responseTime: may be null$/, reason: nothingMeasured },
  { differs: /\.successRatio\.\w+: may be null$/, reason: nothingMeasured },
  { differs: /^GET \/v1\/reporting response 200\S+: may be null$/, reason: nothingMeasured },
  { differs: /check-groups\S* response \d+\S*\.(?:value|password): may be null$/, reason: hidden },
  {
    differs: /check-groups\S* response \d+\S*\.alertSettings: may be null$/,
    reason: 'a V2 group may leave them to its checks',
  },
  {
    differs: /check-groups\S* response \d+\S*\.locations\[\]: is not one of their values$/,
    reason: 'an operator names locations of their own',
  },
  {
    differs: /\.request\.(?:nameServer|port|sslConfig\.clientCertificateMode): may be null$/,
    reason: 'null where the monitor leaves it to the agent',
  },
  {
    differs: /check-sessions\S* response \d+\S*\.(?:checkType|runSource): may also be /,
    reason: 'one list of types and sources for all answers; sessions never hold these',
  },
  {
    differs: /\/completion response 200\.(?:status|stoppedAt): may (?:also )?be /,
    reason: 'one shape of a session for all answers; one that is answered here has ended',
  },
  {
    differs: /\/checks\/heartbeat\S* response \d+\.alertChannels\.\S+: may be left out$/,
    reason: 'the deprecated object is always empty here: channels have their own routes',
  },
  {
    differs: /\/checks\/heartbeat\S* response \d+\.alertChannels\.webhook\[\]\.method: may also be OPTIONS$/,
    reason: 'the deprecated object is always empty here: channels have their own routes',
  },
]
