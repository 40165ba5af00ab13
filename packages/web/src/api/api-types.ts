// Written by `npm run api-types` from the API document. Change the document, not this file.

export type Schemas = {
  AcceptSnapshots: {
    paths?: string[]
  }
  AcceptedSnapshots: {
    snapshots: Schemas['GoldenFile'][]
  }
  Account: {
    id: string
    name: string
    runtimeId: string
    plan: string
    planDisplayName: string
    addons: Schemas['AccountAddons']
    features: string[]
    settings: { [name: string]: unknown }
    alertSettings: { [name: string]: unknown }
  }
  AccountAddonTier: {
    tier?: 'hobby' | 'starter' | 'team'
    tierDisplayName?: string
  }
  AccountAddons: {
    communicate?: Schemas['AccountAddonTier']
    resolve?: Schemas['AccountAddonTier']
  }
  AccountCreate: {
    name: string
  }
  AccountEntitlement: {
    key: string
    name: string
    description: string
    type: 'flag' | 'metered'
    enabled: boolean
    quantity?: number
    requiredPlan?: string
    requiredPlanDisplayName?: string
    requiredAddon?: {
      name: string
      displayName: string
      tier: 'hobby' | 'starter' | 'team'
      tierDisplayName: string
    }
  }
  AccountEntitlementLocation: {
    id: string
    name: string
    available: boolean
  }
  AccountEntitlementLocations: {
    all: Schemas['AccountEntitlementLocation'][]
    maxPerCheck: number
  }
  AccountInvite: {
    type: 'invite'
    id: string
    accountId: string
    email: string
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
    status: 'PENDING' | 'EXPIRED'
    inviterEmail: string
    createdAt: string
    updatedAt: string
    expiresAt: string
  }
  AccountList: Schemas['Account'][]
  AccountMember: {
    type: 'member'
    accountId: string
    userId: string
    name: string | null
    email: string
    role: 'OWNER' | 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
    status: 'ACTIVE'
    createdAt: string
    updatedAt: string
    isSupportMembership: boolean
    ssoEnabled: boolean
    mfaEnabled: boolean
  }
  AccountMemberUpdate: {
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
  }
  AccountMembersList: {
    members: (Schemas['AccountMember'] | Schemas['AccountInvite'])[]
    length: number
    nextId: string | null
  }
  AccountSettings: {
    badgesEnabled: boolean
    checkUpdateReading: 'letter' | 'lenient' | null
    showChannelSecrets: boolean
    requireSecondFactor: boolean
    defaultLocations: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
  }
  AccountSettingsPatch: {
    badgesEnabled?: boolean
    checkUpdateReading?: 'letter' | 'lenient' | null
    showChannelSecrets?: boolean
    requireSecondFactor?: boolean
    defaultLocations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
  }
  AccountSummary: {
    id: string
    name: string
    runtimeId: string
    plan: string
    planDisplayName: string
    addons: Schemas['AccountAddons']
    features: string[]
  }
  AccountUpdate: {
    name: string
  }
  Agent: {
    id: string
    name: string | null
    place: 'EMBEDDED' | 'DATA_CENTER' | 'PRIVATE'
    location: string | null
    privateLocationId: string | null
    keyId: string | null
    version: string
    isOutdated: boolean
    system: string | null
    checkTypes: string[]
    capacity: number | null
    scripts: 'NAMESPACES' | 'USER' | 'LANDLOCK' | 'PROCESS' | 'NONE' | 'UNKNOWN'
    scriptNetwork: string | null
    browsers: {
      name: string
      version: string
    }[]
    scriptCapacity: number | null
    openRuns: number | null
    missing: string[]
    registeredAt: string
    lastSeenAt: string
    isConnected: boolean
  }
  AgentList: Schemas['Agent'][]
  AlertAnnotation: {
    at: string
    alertType: 'ALERT_FAILURE' | 'ALERT_FAILURE_REMAIN' | 'ALERT_FAILURE_DEGRADED' | 'ALERT_DEGRADED' | 'ALERT_DEGRADED_REMAIN' | 'ALERT_DEGRADED_FAILURE' | 'ALERT_RECOVERY' | 'ALERT_DEGRADED_RECOVERY' | 'ALERT_SSL'
    isReminder: boolean
    reason: string | null
    resultId: string | null
  }
  AlertBacktest: {
    from: string
    to: string
    results: number
    occurrences: number
    counts: {
      current: number
      proposed: number
      changes: number
    }
    current: Schemas['ReplayedAlert'][]
    proposed: Schemas['ReplayedAlert'][]
    changes: Schemas['AlertBacktestChange'][]
    summary: Schemas['BacktestSummary']
  }
  AlertBacktestChange: {
    alertType: 'ALERT_FAILURE' | 'ALERT_FAILURE_REMAIN' | 'ALERT_FAILURE_DEGRADED' | 'ALERT_DEGRADED' | 'ALERT_DEGRADED_REMAIN' | 'ALERT_DEGRADED_FAILURE' | 'ALERT_RECOVERY' | 'ALERT_DEGRADED_RECOVERY' | 'ALERT_SSL'
    at: string
    change: 'same' | 'earlier' | 'later' | 'never' | 'new'
    bySeconds: number
  }
  AlertBacktestRequest: {
    alertSettings: Schemas['AlertSettingsAlone']
    from?: string
    to?: string
  }
  AlertChannel: {
    id: number
    type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
    config: { [name: string]: unknown }
    subscriptions: Schemas['ChannelSubscription'][]
    sendFailure?: boolean
    sendRecovery?: boolean
    sendDegraded?: boolean
    sslExpiry?: boolean
    sslExpiryThreshold?: number
    autoSubscribe?: boolean
    deliverable: boolean
    deliverableReason: string | null
    created_at: string
    updated_at: string | null
    projectBindings: Schemas['ProjectBindings']
  }
  AlertChannelCreate: {
    type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
    config: { [name: string]: unknown }
    sendFailure?: boolean
    sendRecovery?: boolean
    sendDegraded?: boolean
    sslExpiry?: boolean
    sslExpiryThreshold?: number
    autoSubscribe?: boolean
    subscriptions?: Schemas['ChannelSubscriptionWrite'][]
    subscribe?: Schemas['ChannelScope']
  }
  AlertChannelList: Schemas['AlertChannel'][]
  AlertChannelSubscription: {
    alertChannelId: number
    activated: boolean
  }
  AlertChannelWrite: {
    type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
    config: { [name: string]: unknown }
    sendFailure?: boolean
    sendRecovery?: boolean
    sendDegraded?: boolean
    sslExpiry?: boolean
    sslExpiryThreshold?: number
    autoSubscribe?: boolean
    subscriptions?: Schemas['ChannelSubscriptionWrite'][]
  }
  AlertChannels: {
    email?: {
      address?: string
    }[]
    webhook?: {
      name?: string
      url: string
      method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE' | 'PATCH' | 'OPTIONS' | null
      headers?: Schemas['KeyValue'][]
      queryParameters?: Schemas['KeyValue'][]
    }[]
    slack?: {
      url?: string
    }[]
    sms?: {
      number?: string
      name: string
    }[]
  } | null
  AlertNotification: {
    id: string
    type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
    status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE' | 'RATE_LIMITED'
    kind: 'ALERT' | 'DIGEST' | 'NOTICE' | 'MAIL'
    title: string
    alertType: 'ALERT_FAILURE' | 'ALERT_FAILURE_REMAIN' | 'ALERT_FAILURE_DEGRADED' | 'ALERT_DEGRADED' | 'ALERT_DEGRADED_REMAIN' | 'ALERT_DEGRADED_FAILURE' | 'ALERT_RECOVERY' | 'ALERT_DEGRADED_RECOVERY' | 'ALERT_SSL' | null
    checkName: string | null
    target: string | null
    tries: number
    waitsFor: 'NEXT_TRY' | 'ANSWER' | 'EARLIER_NOTIFICATION' | 'DIGEST' | null
    nextTryAt: string | null
    digestId: string | null
    alertConfig: { [name: string]: unknown }
    notificationResult: string | null
    timestamp: string | null
    checkType?: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    checkId?: string
    checkAlertId?: string
    alertChannelId?: number
    checkResultId?: string
    timings: Schemas['AlertNotificationTimings']
  }
  AlertNotificationList: Schemas['AlertNotification'][]
  AlertNotificationTimings: {
    due: string | null
    started: string | null
    judged: string | null
    written: string | null
    firstTry: string | null
    accepted: string | null
  }
  AlertSettings: {
    escalationType?: 'RUN_BASED' | 'TIME_BASED'
    reminders?: {
      amount?: 0 | 1 | 2 | 3 | 4 | 5 | 100000
      interval?: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30
    }
    runBasedEscalation?: {
      failedRunThreshold?: 1 | 2 | 3 | 4 | 5
    }
    timeBasedEscalation?: {
      minutesFailingThreshold?: 5 | 10 | 15 | 30
    }
    parallelRunFailureThreshold?: {
      enabled?: boolean
      percentage?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100
    }
  } | null
  AlertSettingsAlone: {
    escalationType?: 'RUN_BASED' | 'TIME_BASED'
    reminders?: {
      amount?: 0 | 1 | 2 | 3 | 4 | 5 | 100000
      interval?: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30
    }
    runBasedEscalation?: {
      failedRunThreshold?: 1 | 2 | 3 | 4 | 5
    }
    timeBasedEscalation?: {
      minutesFailingThreshold?: 5 | 10 | 15 | 30
    }
    parallelRunFailureThreshold?: {
      enabled?: boolean
      percentage?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100
    }
    sslCertificates?: {
      enabled?: boolean
      alertThreshold?: number
    }
  }
  AlertSettingsCreate: {
    escalationType?: 'RUN_BASED' | 'TIME_BASED'
    reminders?: {
      amount?: 0 | 1 | 2 | 3 | 4 | 5 | 100000
      interval?: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30
    }
    runBasedEscalation?: {
      failedRunThreshold?: 1 | 2 | 3 | 4 | 5
    }
    timeBasedEscalation?: {
      minutesFailingThreshold?: 5 | 10 | 15 | 30
    }
    parallelRunFailureThreshold?: {
      enabled?: boolean
      percentage?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100
    }
    sslCertificates?: {
      enabled?: boolean
      alertThreshold?: number
    }
  }
  AlertSettingsInput: {
    escalationType?: 'RUN_BASED' | 'TIME_BASED'
    reminders?: {
      amount?: 0 | 1 | 2 | 3 | 4 | 5 | 100000
      interval?: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30
    }
    runBasedEscalation?: {
      failedRunThreshold?: 1 | 2 | 3 | 4 | 5
    }
    timeBasedEscalation?: {
      minutesFailingThreshold?: 5 | 10 | 15 | 30
    }
    parallelRunFailureThreshold?: {
      enabled?: boolean
      percentage?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100
    }
    sslCertificates?: {
      enabled?: boolean
      alertThreshold?: number
    }
  }
  AnalyticsApiCheckResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsBatchRequest: {
    checkIds: string[]
  }
  AnalyticsBatchResponse: Schemas['AnalyticsBatchResponseItem'][]
  AnalyticsBatchResponseItem: {
    checkId: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    availability?: number | null
    coverage?: number | null
    responseTime_avg?: number | null
    responseTime_p50?: number | null
    responseTime_p95?: number | null
    responseTime_p99?: number | null
    latency_avg?: number | null
    latency_p50?: number | null
    latency_p95?: number | null
    latency_p99?: number | null
    packetLoss_avg?: number | null
    packetLoss_p95?: number | null
    packetLoss_p99?: number | null
    hopCount_avg?: number | null
    approximate?: boolean
  }
  AnalyticsBrowserCheckResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsDnsMonitorResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsGrpcMonitorResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsHeartbeatCheckResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsIcmpMonitorResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsMetricDescriptor: {
    name: string
    unit: 'milliseconds' | 'score' | 'count' | 'percentage'
    label: string
    type: 'Array' | 'Int' | 'Integer' | 'Float' | 'String'
    aggregated: boolean
  }
  AnalyticsMetricMetadata: {
    unit: 'milliseconds' | 'score' | 'count' | 'percentage'
    label: string
    aggregation?: 'avg' | 'max' | 'median' | 'min' | 'p50' | 'p90' | 'p95' | 'p99' | 'stddev' | 'sum'
  }
  AnalyticsMetricsResponse: Schemas['AnalyticsMetricDescriptor'][]
  AnalyticsMultistepCheckResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsPagination: {
    page: number
    limit: number
  }
  AnalyticsPlaywrightCheckResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsSeriesEntry: {
    runLocation?: string
    servedBy?: 'AGENT' | 'STAND_IN'
    statusCode?: number | null
    data: Schemas['AnalyticsSeriesRow'][]
  }
  AnalyticsSeriesRow: {
    startedAt?: string
    runLocation?: string
    startTime?: string
    coverage?: number | null
    approximate?: boolean
    [name: string]: unknown
  }
  AnalyticsSslMonitorResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsTcpCheckResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsTracerouteMonitorResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  AnalyticsUrlMonitorResponse: {
    checkId: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    activated: boolean
    muted: boolean
    frequency: number
    from: string
    to: string
    tags: string[]
    series: Schemas['AnalyticsSeriesEntry'][]
    pagination: Schemas['AnalyticsPagination']
    metadata: { [name: string]: Schemas['AnalyticsMetricMetadata'] }
  }
  ApiAssertion: {
    source: 'STATUS_CODE' | 'RESPONSE_TIME' | 'JSON_BODY' | 'TEXT_BODY' | 'HEADERS'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  ApiBasicAuth: {
    username: string
    password: string
  } | null
  ApiCheck: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    setupScriptPath?: string | null
    setupScriptDependencies?: Schemas['CheckDependency'][] | null
    tearDownScriptPath?: string | null
    tearDownScriptDependencies?: Schemas['CheckDependency'][] | null
    request?: Schemas['ApiRequest']
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'API'
  }
  ApiCheckCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'API'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['ApiRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    setupScriptPath?: string | null
    setupScriptDependencies?: Schemas['CheckDependency'][] | null
    tearDownScriptPath?: string | null
    tearDownScriptDependencies?: Schemas['CheckDependency'][] | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  ApiCheckPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'API'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['ApiRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    setupScriptPath?: string | null
    setupScriptDependencies?: Schemas['CheckDependency'][] | null
    tearDownScriptPath?: string | null
    tearDownScriptDependencies?: Schemas['CheckDependency'][] | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  ApiCheckUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'API'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['ApiRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    setupScriptPath?: string | null
    setupScriptDependencies?: Schemas['CheckDependency'][] | null
    tearDownScriptPath?: string | null
    tearDownScriptDependencies?: Schemas['CheckDependency'][] | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  ApiCheckV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    setupScriptPath?: string | null
    setupScriptDependencies?: Schemas['CheckDependency'][] | null
    tearDownScriptPath?: string | null
    tearDownScriptDependencies?: Schemas['CheckDependency'][] | null
    request?: Schemas['ApiRequest']
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'API'
  }
  ApiCheckV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    setupScriptPath?: string | null
    setupScriptDependencies?: Schemas['CheckDependency'][] | null
    tearDownScriptPath?: string | null
    tearDownScriptDependencies?: Schemas['CheckDependency'][] | null
    request?: Schemas['ApiRequest']
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'API'
  }
  ApiKeyValue: {
    key: string
    value: string
    locked?: boolean
  }
  ApiRequest: {
    method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE' | 'PATCH' | 'OPTIONS'
    url: string
    followRedirects?: boolean
    skipSSL?: boolean
    ipFamily?: 'IPv4' | 'IPv6'
    body?: string
    bodyType?: 'JSON' | 'FORM' | 'RAW' | 'GRAPHQL' | 'NONE'
    headers?: Schemas['ApiKeyValue'][]
    queryParameters?: Schemas['ApiKeyValue'][]
    basicAuth?: Schemas['ApiBasicAuth']
    assertions?: Schemas['ApiAssertion'][]
  }
  AssertionResult: {
    order: number
    source: string
    property: string
    comparison: string
    target: string
    regex: string | null
    actual: unknown
    error: string | null
  }
  AssetManifest: {
    assets: Schemas['AssetManifestEntry'][]
    truncated: boolean
    entriesReturned: number
    entriesTotal: number
  }
  AssetManifestEntry: {
    type: 'log' | 'trace' | 'video' | 'screenshot' | 'pcap' | 'report' | 'file'
    name: string
    url: string
    contentType?: string
    size?: number
    missing?: string
    source: {
      type: 'check-result' | 'test-session-result'
      checkId?: string
      checkName?: string
      checkType?: string
      resultId?: string
      testSessionId?: string
    }
    archive?: {
      entryName: string
    }
  }
  AuditChange: {
    path: string
    old?: unknown
    new?: unknown
  }
  AuditEntry: {
    id: number
    at: string
    action: 'CREATE' | 'UPDATE' | 'DELETE'
    entityType: 'ACCOUNT' | 'ALERT_CHANNEL' | 'ALERT_SETTINGS' | 'API_KEY' | 'CHECK' | 'CHECK_GROUP' | 'CHECK_GROUP_TRIGGER' | 'CHECK_TRIGGER' | 'CHECK_TRY' | 'CLIENT_CERTIFICATE' | 'DASHBOARD' | 'DASHBOARD_INCIDENT' | 'DASHBOARD_INCIDENT_UPDATE' | 'DEPLOYMENT_TRIGGER' | 'ENCRYPTION_KEY' | 'ERROR_GROUP' | 'INTEGRATION_TOKEN' | 'INVITE' | 'LOCATION_KEY' | 'MAINTENANCE' | 'MAINTENANCE_UPDATE' | 'MAINTENANCE_WINDOW' | 'MEMBER' | 'PRIVATE_LOCATION' | 'PRIVATE_LOCATION_KEY' | 'PROJECT' | 'SNIPPET' | 'STATUS_PAGE' | 'STATUS_PAGE_AUTOMATION_RULE' | 'STATUS_PAGE_COMPONENT' | 'STATUS_PAGE_INCIDENT' | 'STATUS_PAGE_INCIDENT_UPDATE' | 'STATUS_PAGE_PASSWORD' | 'STATUS_PAGE_SERVICE' | 'STATUS_PAGE_SUBSCRIPTION' | 'TEST_SESSION' | 'TRACE_EXPORT' | 'USER' | 'VARIABLE'
    entityId: string
    entityName: string | null
    actor: {
      type: 'USER' | 'SERVICE_KEY' | 'OPERATOR'
      userId: string | null
      email: string | null
      keyId: string | null
      keyName: string | null
    }
    address: string | null
    requestId: string | null
    deploymentId: string | null
    changes: Schemas['AuditChange'][]
  }
  AuditPage: {
    length: number
    entries: Schemas['AuditEntry'][]
    nextId: string | null
  }
  BacktestSummary: {
    same: number
    earlier: number
    later: number
    never: number
    new: number
  }
  BindingProject: {
    id: string
    logicalId: string
    name: string
  }
  BrowserCheck: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    snapshots?: Schemas['GoldenFile'][]
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'BROWSER'
  }
  BrowserCheckCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'BROWSER'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    snapshots?: Schemas['GoldenFile'][]
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  BrowserCheckPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'BROWSER'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script?: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    snapshots?: Schemas['GoldenFile'][]
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  BrowserCheckUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'BROWSER'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script?: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    snapshots?: Schemas['GoldenFile'][]
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  BrowserCheckV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    snapshots?: Schemas['GoldenFile'][]
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'BROWSER'
  }
  BrowserCheckV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    snapshots?: Schemas['GoldenFile'][]
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'BROWSER'
  }
  BrowserPage: {
    url: string
    title: string
    startMs: number
    webVitals: {
      FCP?: Schemas['WebVital']
      LCP?: Schemas['WebVital']
      CLS?: Schemas['WebVital']
      TBT?: Schemas['WebVital']
      TTFB?: Schemas['WebVital']
    }
  }
  BulkEdit: {
    checkIds: string[]
    set?: {
      activated?: boolean
      muted?: boolean
      groupId?: number | null
      frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
      frequencyOffset?: number
      locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
      privateLocations?: string[] | null
    }
    addTags?: string[]
    removeTags?: string[]
    addAlertChannelIds?: number[]
    removeAlertChannelIds?: number[]
    delete?: true
  }
  BulkEditAnswer: {
    changed: number
    unchanged: number
    failed: {
      checkId: string
      message: string
    }[]
  }
  CancelTestSession: {
    sequenceId?: string[]
  } | null
  ChangeAnnotation: {
    at: string
    action: 'CREATE' | 'UPDATE'
    of: 'CHECK' | 'GROUP'
    fields: string[]
  }
  ChangedDashboardIncident: {
    id: string
    created_at: string
    updated_at: string | null
    name: string
    impact: Schemas['DashboardIncidentImpact']
    startedAt: string | null
    stoppedAt: string | null
    dashboardId: number
    incidentUpdates: string | null
  }
  ChannelScope: {
    all?: boolean
    tags?: string[]
    groupIds?: number[]
    checkIds?: string[]
  }
  ChannelSubscription: {
    id: number
    checkId: string | null
    groupId: number | null
    activated: boolean
  }
  ChannelSubscriptionWrite: {
    checkId?: string | null
    groupId?: number | null
    activated: boolean
  }
  ChannelTest: {
    status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE' | 'RATE_LIMITED'
    notificationResult: string
  }
  ChannelTestRequest: {
    checkId?: string | null
    groupId?: number | null
  }
  CheckAlert: {
    id: string
    name: string
    checkId: string
    alertType: 'ALERT_FAILURE' | 'ALERT_FAILURE_REMAIN' | 'ALERT_FAILURE_DEGRADED' | 'ALERT_DEGRADED' | 'ALERT_DEGRADED_REMAIN' | 'ALERT_DEGRADED_FAILURE' | 'ALERT_RECOVERY' | 'ALERT_DEGRADED_RECOVERY' | 'ALERT_SSL'
    isReminder: boolean
    reminderSequence: number
    episodeId: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    runLocation?: string
    responseTime?: number
    error: string | null
    statusCode: string | null
    nobodyNotified: {
      cause: 'PAUSED' | 'GROUP_PAUSED' | 'MUTED' | 'GROUP_MUTED' | 'MAINTENANCE' | 'GROUP_DECIDES' | 'SUBSCRIPTION_PAUSED' | 'NO_CHANNEL' | 'NOT_OWED' | 'EVENT_NOT_WANTED' | 'UNDELIVERABLE'
      sentence: string
    } | null
    created_at: string
    startedAt: string
  }
  CheckAlertList: Schemas['CheckAlert'][]
  CheckAnnotations: {
    checkId: string
    from: string
    to: string
    alerts: Schemas['AlertAnnotation'][]
    maintenances: Schemas['MaintenanceAnnotation'][]
    changes: Schemas['ChangeAnnotation'][]
    deployments: Schemas['DeploymentAnnotation'][]
  }
  CheckCreate: Schemas['ApiCheckCreate'] | Schemas['BrowserCheckCreate'] | Schemas['MultiStepCheckCreate'] | Schemas['PlaywrightCheckCreate'] | Schemas['IcmpMonitorCreate'] | Schemas['UrlMonitorCreate'] | Schemas['TcpCheckCreate'] | Schemas['DnsMonitorCreate'] | Schemas['SslMonitorCreate'] | Schemas['TracerouteMonitorCreate'] | Schemas['GrpcMonitorCreate'] | Schemas['HeartbeatCheckCreate']
  CheckDay: {
    date: string
    from: string
    to: string
    runs: number
    failed: number
    availability: number | null
  }
  CheckDays: {
    checkId: string
    timezone: string
    measuredDays: number
    runs: number
    failed: number
    availability: number | null
    days: Schemas['CheckDay'][]
  }
  CheckDependency: {
    path: string
    content: string
  }
  CheckDistribution: {
    checkId: string
    from: string
    to: string
    runs: number
    scale: 'LINEAR' | 'LOGARITHMIC'
    p50: number | null
    p95: number | null
    p99: number | null
    approximate: boolean
    bins: Schemas['DistributionBin'][]
  }
  CheckExtent: {
    firstAt: string | null
    lastAt: string | null
  }
  CheckGroup: {
    id: number
    name: string
    activated: boolean
    muted: boolean
    tags: string[]
    locations: string[]
    privateLocations?: string[] | null
    concurrency: number
    apiCheckDefaults: Schemas['ShownGroupApiCheckDefaults']
    browserCheckDefaults?: string
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    environmentVariables: Schemas['GroupVariable'][] | null
    setupSnippetId: number | null
    tearDownSnippetId: number | null
    localSetupScript: string | null
    localTearDownScript: string | null
    doubleCheck: boolean
    useGlobalAlertSettings: boolean | null
    alertSettings: Schemas['AlertSettings']
    runParallel: boolean | null
    retryStrategy: Schemas['ShownGroupRetryStrategy']
    alertChannelSubscriptions: Schemas['AlertChannelSubscription'][]
    checks: string[]
    created_at: string
    updated_at: string | null
    projectBindings: Schemas['ProjectBindings']
  }
  CheckGroupCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    tags?: string[] | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    privateLocations?: string[] | null
    concurrency?: number
    apiCheckDefaults?: Schemas['GroupApiCheckDefaults']
    browserCheckDefaults?: string
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    environmentVariables?: Schemas['VariableInput'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][] | null
    doubleCheck?: boolean
    useGlobalAlertSettings?: boolean
    alertSettings?: Schemas['AlertSettingsCreate']
    runParallel?: boolean
    retryStrategy?: Schemas['GroupRetryStrategyV1']
  }
  CheckGroupCreateOrUpdateV2: {
    name: string
    activated?: boolean
    muted?: boolean
    tags?: string[] | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    privateLocations?: string[] | null
    concurrency?: number
    apiCheckDefaults?: Schemas['GroupApiCheckDefaults']
    browserCheckDefaults?: string
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    environmentVariables?: Schemas['VariableInput'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][] | null
    doubleCheck?: boolean
    useGlobalAlertSettings?: boolean | null
    alertSettings?: Schemas['GroupAlertSettingsInput']
    runParallel?: boolean | null
    retryStrategy?: Schemas['GroupRetryStrategyV2']
  }
  CheckGroupList: Schemas['CheckGroup'][]
  CheckGroupPatchV2: {
    name?: string
    activated?: boolean
    muted?: boolean
    tags?: string[] | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    privateLocations?: string[] | null
    concurrency?: number
    apiCheckDefaults?: Schemas['GroupApiCheckDefaultsUpdate']
    browserCheckDefaults?: string
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    environmentVariables?: Schemas['VariableInput'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][] | null
    doubleCheck?: boolean
    useGlobalAlertSettings?: boolean | null
    alertSettings?: Schemas['GroupAlertSettingsInputUpdate']
    runParallel?: boolean | null
    retryStrategy?: Schemas['GroupRetryStrategyV2Update']
  }
  CheckGroupTrigger: {
    id: number
    token: string
    created_at: string
    called_at: string | null
    updated_at: string | null
    url: string
    allowedHosts: string[]
    groupId: number
  }
  CheckGroupTriggerList: Schemas['CheckGroupTrigger'][]
  CheckGroupUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    tags?: string[] | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    privateLocations?: string[] | null
    concurrency?: number
    apiCheckDefaults?: Schemas['GroupApiCheckDefaultsUpdate']
    browserCheckDefaults?: string
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    environmentVariables?: Schemas['VariableInput'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][] | null
    doubleCheck?: boolean
    useGlobalAlertSettings?: boolean
    alertSettings?: Schemas['AlertSettingsInput']
    runParallel?: boolean
    retryStrategy?: Schemas['GroupRetryStrategy']
  }
  CheckIntent: {
    goal: string
    requiredOutcomes?: string[]
    mustPreserve?: string[]
  } | null
  CheckListV1: (Schemas['ApiCheck'] | Schemas['BrowserCheck'] | Schemas['MultiStepCheck'] | Schemas['PlaywrightCheck'] | Schemas['MonitorICMP'] | Schemas['UrlMonitor'] | Schemas['TcpCheck'] | Schemas['DnsMonitor'] | Schemas['SslMonitor'] | Schemas['TracerouteMonitor'] | Schemas['GrpcMonitor'] | Schemas['HeartbeatCheck'])[]
  CheckListV2: (Schemas['ApiCheckV2'] | Schemas['BrowserCheckV2'] | Schemas['MultiStepCheckV2'] | Schemas['PlaywrightCheckV2'] | Schemas['MonitorICMPV2'] | Schemas['UrlMonitorV2'] | Schemas['TcpCheckV2'] | Schemas['DnsMonitorV2'] | Schemas['SslMonitorV2'] | Schemas['TracerouteMonitorV2'] | Schemas['GrpcMonitorV2'] | Schemas['HeartbeatCheckV2'])[]
  CheckListV3: (Schemas['ApiCheckV3'] | Schemas['BrowserCheckV3'] | Schemas['MultiStepCheckV3'] | Schemas['PlaywrightCheckV3'] | Schemas['MonitorICMPV3'] | Schemas['UrlMonitorV3'] | Schemas['TcpCheckV3'] | Schemas['DnsMonitorV3'] | Schemas['SslMonitorV3'] | Schemas['TracerouteMonitorV3'] | Schemas['GrpcMonitorV3'] | Schemas['HeartbeatCheckV3'])[]
  CheckMaintenance: {
    name: string
    endsAt: string | null
    silences: boolean
    pauses: boolean
  } | null
  CheckOverview: {
    checks: Schemas['CheckOverviewRow'][]
    total: number
    counts: {
      FAILING: number
      DEGRADED: number
      NO_DATA: number
      PASSING: number
      PAUSED: number
    }
    mutedCount: number
  }
  CheckOverviewGroup: {
    group: {
      id: number
      name: string
    } | null
    tag: string | null
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC' | null
    location: {
      codes: string[]
      name: string
      servedBy: 'AGENT' | 'STAND_IN'
    } | null
    total: number
    counts: {
      FAILING: number
      DEGRADED: number
      NO_DATA: number
      PASSING: number
      PAUSED: number
    }
    availability: number | null
    notifies: {
      alertChannelId: number
      type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
      name: string
    }[] | null
  }
  CheckOverviewGroups: {
    groups: Schemas['CheckOverviewGroup'][]
    groupCount: number
    total: number
    counts: {
      FAILING: number
      DEGRADED: number
      NO_DATA: number
      PASSING: number
      PAUSED: number
    }
    mutedCount: number
  }
  CheckOverviewHour: {
    startsAt: string
    passed: number
    degraded: number
    failed: number
    withheld: number
  }
  CheckOverviewRow: {
    id: string
    name: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    target: string | null
    tags: string[]
    activated: boolean
    muted: boolean
    group: {
      id: number
      name: string
    } | null
    periodSeconds: number | null
    status: 'FAILING' | 'DEGRADED' | 'NO_DATA' | 'PASSING' | 'PAUSED'
    statusSince: string | null
    lastResult: {
      at: string
      location: string | null
      responseTime: number | null
      verdict: 'PASSED' | 'DEGRADED' | 'FAILED' | 'WITHHELD'
    } | null
    problem: Schemas['CheckProblem']
    noVerdict: Schemas['CheckWithoutVerdict']
    heartbeat: Schemas['HeartbeatWait']
    maintenance: Schemas['CheckMaintenance']
    hours: Schemas['CheckOverviewHour'][]
    availability: number | null
    coverage: number | null
    p50: number | null
    p95: number | null
    responseTimes: (number | null)[] | null
    approximate?: true
    createdAt: string
  }
  CheckOverviewSummary: {
    problems: {
      failing: number
      degraded: number
    }
    alerts: {
      raised: number
      failedDeliveries: number
      openDeliveries: number
      unnotified: number
    }
    coverage: {
      due: number
      covered: number
      until: string | null
    }
    certificates: {
      expired: number
      expiring: number
      next: {
        checkId: string
        checkName: string
        domain: string | null
        expiresAt: string
      } | null
    }
    maintenance: {
      running: number
      current: {
        windowId: number
        name: string
        startsAt: string
        endsAt: string | null
      } | null
      next: {
        windowId: number
        name: string
        startsAt: string
        endsAt: string | null
      } | null
    }
    agents: {
      connected: number
      missing: number
      firstMissing: {
        name: string | null
        location: string
        lastSeenAt: string
      } | null
    }
  }
  CheckProblem: {
    resultId: string
    at: string
    location: string | null
    servedBy: 'AGENT' | 'STAND_IN' | null
    reason: string | null
  } | null
  CheckProject: {
    id?: string
    logicalId?: string
    name?: string
  } | null
  CheckResult: {
    id: string
    name: string
    checkId: string
    hasFailures: boolean
    hasErrors: boolean
    isDegraded: boolean | null
    isCancelled: boolean
    overMaxResponseTime: boolean | null
    runLocation: string
    servedBy: 'AGENT' | 'STAND_IN' | null
    reason: string | null
    startedAt: string
    stoppedAt: string
    created_at: string
    responseTime: number | null
    apiCheckResult: Schemas['CheckResultAPI']
    browserCheckResult: Schemas['CheckResultBrowser']
    multiStepCheckResult: Schemas['CheckResultMultiStep']
    agenticCheckResult: { [name: string]: unknown } | null
    playwrightCheckResult: Schemas['CheckResultPlaywright']
    tracerouteCheckResult: Schemas['CheckResultTraceroute']
    grpcCheckResult: Schemas['CheckResultGrpc']
    sslCheckResult: Schemas['CheckResultSsl']
    icmpCheckResult: Schemas['CheckResultICMP']
    tcpCheckResult: Schemas['CheckResultTCP']
    dnsCheckResult: Schemas['CheckResultDNS']
    checkRunId: number
    attempts: number
    resultType: 'FINAL' | 'ATTEMPT' | 'ALL'
    sequenceId: string | null
    traceId: string | null
    errorGroupIds: string[] | null
    secretsWithheldFrom: string | null
    hasUnreadableDetails: boolean
  }
  CheckResultAPI: {
    assertions: Schemas['AssertionResult'][]
    request: {
      method: string
      url: string
      data: string
      headers: { [name: string]: string }
      params: { [name: string]: string }
    }
    response: {
      status: number
      statusText: string
      body: string
      headers: { [name: string]: string }
      resolvedIp: string | null
      redirects: {
        status: number
        url: string
      }[]
      tls?: {
        protocol: string | null
        cipher: string | null
        subject: string | null
        issuer: string | null
        validFrom: string | null
        validTo: string | null
        fingerprint: string | null
      }
      certificate?: {
        host: string
        fingerprint: string
        validTo: string
      }
      timings: {
        socket: number | null
        lookup: number | null
        connect: number | null
        secureConnect?: number | null
        response: number | null
        end: number | null
      } | null
      timingPhases: {
        wait: number | null
        dns: number | null
        tcp: number | null
        tls?: number | null
        firstByte: number | null
        download: number | null
        total: number | null
      } | null
      error?: Schemas['ProbeError']
      bodyEncoding?: 'base64'
      bodySize?: number
      bodyTruncated?: boolean
    }
    requestError: string | null
    jobLog: {
      setup: {
        time: number
        level: string
        msg: string
      }[]
      request: {
        time: number
        level: string
        msg: string
      }[]
      teardown: {
        time: number
        level: string
        msg: string
      }[]
    } | null
    jobAssets: {
      name: string
      url: string
      type: string
      size?: number
      missing?: string
    }[] | null
    pcapDataUrl: string | null
  } | null
  CheckResultBrowser: {
    errors: Schemas['TestError'][]
    startTime: number
    endTime: number
    runtimeVersion: string
    steps: Schemas['TestNode'][] | null
    jobLog: {
      time: number
      level: string
      msg: string
    }[] | null
    jobAssets: {
      name: string
      url: string
      type: string
      size?: number
      missing?: string
    }[] | null
    playwrightTestTraces: string[]
    playwrightTestJsonReportFile?: string
    type: 'PLAYWRIGHT_TEST' | 'PLAYWRIGHT'
    browser: {
      name: string
      version: string
    } | null
    traceSummary: {
      consoleErrors?: number
      networkErrors?: number
      documentErrors?: number
      userScriptErrors?: number
    }
    pages: Schemas['BrowserPage'][]
    consoleMessages: Schemas['ConsoleMessage'][] | null
    networkRequests: Schemas['NetworkRequest'][] | null
    pageErrors: Schemas['PageError'][] | null
    snapshots: Schemas['SnapshotComparison'][]
    playwrightTestVideos: string[]
  } | null
  CheckResultDNS: {
    requestError: string | null
    request: {
      query: string
      recordType: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'SOA' | 'NS' | 'HTTPS'
      protocol: 'UDP' | 'TCP'
      nameServer: string | null
      port: number | null
    }
    nameServerInfo: Schemas['NameServerInfo']
    response: {
      returnCode?: string
      answer?: string
      json?: Schemas['DnsAnswer']
      responseTime?: number
      answerTruncated?: boolean
      error?: Schemas['ProbeError']
    } | null
    assertions: Schemas['AssertionResult'][]
  } | null
  CheckResultGrpc: {
    grpcStatusCode: number | null
    healthStatus: number | null
    timingPhases: {
      dns: number
      connect: number
      total: number
    } | null
    requestError: string | null
    request: {
      url: string
      port: number | string
      ipFamily: 'IPv4' | 'IPv6'
      skipSSL: boolean
      timeout: number
      grpcConfig: {
        mode: 'BEHAVIOR' | 'HEALTH'
        tls: boolean
        method: string | null
        service: string | null
        serviceDefinition: string | null
        message: string | null
        metadata: {
          key: string
          value: string
        }[]
      }
    }
    response: {
      grpcMode?: 'BEHAVIOR' | 'HEALTH'
      host?: string
      resolvedIp?: string
      port?: number
      grpcMethod?: string
      responseMessage?: string
      grpcStatusCode?: number | null
      grpcStatusMessage?: string
      healthStatus?: number | null
      healthStatusLabel?: string
      metadata?: {
        key: string
        value: string
      }[]
      discoveredMethods?: string[]
      timingPhases?: {
        dns: number
        connect: number
        total: number
      }
      requestError?: string | null
      error?: Schemas['ProbeError']
    } | null
    assertions: Schemas['AssertionResult'][]
    noiseMs: number | null
  } | null
  CheckResultICMP: {
    requestError: string | null
    request: {
      hostname: string
      targetIp: string | null
      ipFamily: 'IPv4' | 'IPv6'
      pingCount: number
    }
    response: {
      hostname?: string
      resolvedIp?: string
      ipFamily?: 'IPv4' | 'IPv6'
      pingCount?: number
      packetsSent?: number
      packetsReceived?: number
      packetSize?: number
      packetLoss?: number
      dnsResolutionTime?: number
      latency?: {
        avg: number | null
        min: number | null
        max: number | null
        stdDev: number | null
      }
      pingResults?: Schemas['PingResult'][]
      error?: Schemas['ProbeError']
    } | null
    assertions: Schemas['AssertionResult'][]
    noiseMs: number | null
  } | null
  CheckResultList: Schemas['CheckResult'][]
  CheckResultListEntry: {
    id?: string
    name?: string
    checkId?: string
    hasFailures?: boolean
    hasErrors?: boolean
    isDegraded?: boolean | null
    isCancelled?: boolean
    overMaxResponseTime?: boolean | null
    runLocation?: string
    servedBy?: 'AGENT' | 'STAND_IN' | null
    reason?: string | null
    startedAt?: string
    stoppedAt?: string
    created_at?: string
    responseTime?: number | null
    apiCheckResult?: Schemas['CheckResultAPI']
    browserCheckResult?: Schemas['CheckResultBrowser']
    multiStepCheckResult?: Schemas['CheckResultMultiStep']
    agenticCheckResult?: { [name: string]: unknown } | null
    playwrightCheckResult?: Schemas['CheckResultPlaywright']
    tracerouteCheckResult?: Schemas['CheckResultTraceroute']
    grpcCheckResult?: Schemas['CheckResultGrpc']
    sslCheckResult?: Schemas['CheckResultSsl']
    icmpCheckResult?: Schemas['CheckResultICMP']
    tcpCheckResult?: Schemas['CheckResultTCP']
    dnsCheckResult?: Schemas['CheckResultDNS']
    checkRunId?: number
    attempts?: number
    resultType?: 'FINAL' | 'ATTEMPT' | 'ALL'
    sequenceId?: string | null
    traceId?: string | null
    errorGroupIds?: string[] | null
    secretsWithheldFrom?: string | null
    hasUnreadableDetails?: boolean
    createdAt?: string
  }
  CheckResultListV2: {
    length: number
    entries: Schemas['CheckResultListEntry'][]
    nextId: string | null
  }
  CheckResultMultiStep: {
    errors: Schemas['TestError'][]
    startTime: number
    endTime: number
    runtimeVersion: string
    steps: Schemas['TestNode'][] | null
    jobLog: {
      time: number
      level: string
      msg: string
    }[] | null
    jobAssets: {
      name: string
      url: string
      type: string
      size?: number
      missing?: string
    }[] | null
    playwrightTestTraces: string[]
    playwrightTestJsonReportFile?: string
  } | null
  CheckResultPlaywright: {
    errors: Schemas['TestError'][]
    startTime: number
    endTime: number
    engine: {
      name: 'node' | 'bun'
      version: string
    } | null
    playwrightVersion: string | null
    browser?: {
      name: string
      version: string
    } | null
    testCounts: {
      passed: number
      failed: number
      flaky: number
      skipped: number
    }
    tests: Schemas['SuiteTest'][] | null
    traceSummary?: {
      consoleErrors?: number
      networkErrors?: number
      documentErrors?: number
    }
    pages?: Schemas['SuitePage'][]
    consoleMessages?: Schemas['ConsoleMessage'][] | null
    networkRequests?: Schemas['NetworkRequest'][] | null
    pageErrors?: Schemas['PageError'][] | null
    jobLog: {
      time: number
      level: string
      msg: string
    }[] | null
    jobAssets: {
      name: string
      url: string
      type: string
      size?: number
      missing?: string
    }[] | null
    playwrightTestTraces: string[]
    playwrightTestVideos: string[]
    playwrightTraceFiles?: {
      url: string
      name: string
      filename: string
    }[]
    playwrightTestJsonReportFile?: string
  } | null
  CheckResultSsl: {
    tlsVersion: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3' | null
    cipherSuite: string | null
    daysUntilExpiry: number | null
    handshakeTimeMs: number | null
    chainTrusted: boolean | null
    hostnameVerified: boolean | null
    baselineVerdict?: 'pass' | 'warn' | 'fail'
    baselineGrade?: 'A-' | 'B' | 'F'
    failureCategory: 'dns' | 'connect' | 'timeout' | 'handshake' | 'hostname' | 'chain' | 'expired' | 'notYetValid' | 'baseline' | null
    requestError: string | null
    request: {
      hostname: string
      port: number
      ipFamily: 'IPv4' | 'IPv6'
      serverName: string | null
    }
    assertions: Schemas['AssertionResult'][]
    response: {
      resolvedIp?: string | null
      protocol?: 'TLS1.0' | 'TLS1.1' | 'TLS1.2' | 'TLS1.3'
      cipherSuite?: string
      handshakeTimeMs?: number
      hostnameVerified?: boolean
      chainTrusted?: boolean
      chainTrustReason?: string | null
      chainTrustDetail?: string | null
      incompleteChain?: boolean
      missingIntermediate?: string | null
      daysUntilExpiry?: number
      notYetValid?: boolean
      ocspStapled?: boolean
      ocspStatus?: 'good' | 'revoked' | 'unknown' | null
      sctPresent?: boolean
      distrustedCA?: string | null
      certificate?: Schemas['SslCertificate']
      chain?: Schemas['SslCertificate'][]
      securityBaseline?: Schemas['SslBaselineResult']
      error?: Schemas['ProbeError']
    } | null
  } | null
  CheckResultTCP: {
    requestError: string | null
    request: {
      hostname: string
      port: number
      ipFamily: 'IPv4' | 'IPv6'
      data: string | null
    }
    response: {
      resolvedIp?: string | null
      data?: string
      dataTruncated?: boolean
      error?: Schemas['ProbeError']
    } | null
    timingPhases: Schemas['TcpTimingPhases']
    assertions: Schemas['AssertionResult'][]
  } | null
  CheckResultTraceroute: {
    totalHops?: number
    destinationReached?: boolean
    finalHopLatency: {
      avg: number
      min: number
      max: number
      stdDev: number
    } | null
    timingPhases: {
      dns: number
      total: number
    } | null
    requestError: string | null
    request: {
      url: string
      protocol: 'TCP' | 'UDP' | 'ICMP' | 'SCTP'
      port?: number
      ipFamily: 'IPv4' | 'IPv6'
      maxHops: number
      maxUnknownHops: number
      ptrLookup: boolean
      timeout: number
    }
    assertions: Schemas['AssertionResult'][]
    response: {
      hostname?: string
      resolvedIp?: string
      port?: number
      ipFamily?: 'IPv4' | 'IPv6'
      maxHops?: number
      totalHops?: number
      destinationReached?: boolean
      truncationReason?: 'destinationReached' | 'maxHops' | 'maxUnknownHops' | 'timeout' | 'unreachable'
      probeProtocol?: 'TCP' | 'UDP' | 'ICMP' | 'SCTP'
      protocol?: 'TCP' | 'UDP' | 'ICMP' | 'SCTP'
      finalHopLatency?: {
        avg: number
        min: number
        max: number
        stdDev: number
      }
      hops?: Schemas['TracerouteHop'][]
      timestamp?: number
      error?: Schemas['ProbeError']
    } | null
    noiseMs: number | null
  } | null
  CheckRuns: {
    checkId: string
    from: string
    to: string
    isComplete: boolean
    series: Schemas['RunSeries'][]
  }
  CheckSession: {
    checkSessionId: string
    checkSessionLink: string
    checkId: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    name: string
    status: 'STARTED' | 'PROGRESS' | 'PROGRESS_FAILED' | 'PROGRESS_DEGRADED' | 'PASSED' | 'FAILED' | 'DEGRADED' | 'TIMED_OUT' | 'CANCELLED'
    startedAt: string
    stoppedAt: string | null
    timeElapsed: number
    runLocations: string[]
    runSource: 'SCHEDULER' | 'SCHEDULE_NOW' | 'TRIGGER_API' | 'GROUP_RUN_ALL' | 'CLI_DEPLOY' | 'SLACK_RERUN' | 'EDITOR' | 'LEGACY_TRIGGER' | 'DEPLOYMENT' | 'DEPLOYMENT_CACHE_WARMER' | 'TEST_RECORD' | 'TEST_NO_RECORD' | 'TRIGGER_RECORD' | 'TRIGGER_NO_RECORD' | null
  }
  CheckSessionConciseCheckResult: {
    checkResultId: string
    checkResultLink: string
    checkId: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    name: string
    runLocation: string
    resultType: 'FINAL' | 'ATTEMPT' | null
    hasErrors: boolean
    hasFailures: boolean
    isDegraded: boolean
    aborted: boolean
    isCancelled: boolean
    responseTime: number | null
    startedAt: string | null
    stoppedAt: string | null
    attempts: number
    sequenceId: string
    scheduleError: string | null
    secretsWithheldFrom: string | null
  }
  CheckSessionsV1CancelRequest: {
    sequenceId?: string[]
  } | null
  CheckStatus: {
    name: string
    checkId: string
    hasFailures: boolean
    hasErrors: boolean
    isDegraded: boolean
    longestRun: number | null
    shortestRun: number | null
    lastRunLocation: string | null
    lastCheckRunId: string | null
    sslDaysRemaining: number | null
    created_at: string
    updated_at: string | null
  }
  CheckStatusList: Schemas['CheckStatus'][]
  CheckTagList: {
    tag: string
    checks: number
  }[]
  CheckTrigger: {
    id: number
    token: string
    created_at: string
    called_at: string | null
    updated_at: string | null
    url: string
    allowedHosts: string[]
    checkId: string
  }
  CheckTry: {
    id: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    status: 'QUEUED' | 'RUNNING' | 'ENDED' | 'FAILED_TO_RUN'
    location: string
    waitingFor: string | null
    createdAt: string
    startedAt: string | null
    endedAt: string | null
    verdict: 'PASSED' | 'DEGRADED' | 'FAILED' | 'WITHHELD' | null
    reason: string | null
    log: {
      part: 'setup' | 'request' | 'teardown' | 'test'
      time: number
      level: string
      msg: string
    }[]
    result: Schemas['CheckTryResult']
  }
  CheckTryAssets: {
    assets: {
      type: 'log' | 'trace' | 'video' | 'screenshot' | 'pcap' | 'report' | 'file'
      name: string
      url: string
      contentType: string
      size: number
      missing?: string
    }[]
  }
  CheckTryCreate: {
    location?: 'us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1'
    privateLocation?: string
    checkId?: string
    updateSnapshots?: boolean
  } & (Schemas['ApiCheckCreate'] | Schemas['BrowserCheckCreate'] | Schemas['MultiStepCheckCreate'] | Schemas['PlaywrightCheckCreate'] | Schemas['IcmpMonitorCreate'] | Schemas['UrlMonitorCreate'] | Schemas['TcpCheckCreate'] | Schemas['DnsMonitorCreate'] | Schemas['SslMonitorCreate'] | Schemas['TracerouteMonitorCreate'] | Schemas['GrpcMonitorCreate'] | Schemas['HeartbeatCheckCreate'])
  CheckTryResult: {
    id: string
    name: string
    checkId: string
    hasFailures: boolean
    hasErrors: boolean
    isDegraded: boolean | null
    isCancelled: boolean
    overMaxResponseTime: boolean | null
    runLocation: string
    servedBy: 'AGENT' | 'STAND_IN' | null
    reason: string | null
    startedAt: string
    stoppedAt: string
    created_at: string
    responseTime: number | null
    apiCheckResult: Schemas['CheckResultAPI']
    browserCheckResult: Schemas['CheckResultBrowser']
    multiStepCheckResult: Schemas['CheckResultMultiStep']
    agenticCheckResult: { [name: string]: unknown } | null
    playwrightCheckResult: Schemas['CheckResultPlaywright']
    tracerouteCheckResult: Schemas['CheckResultTraceroute']
    grpcCheckResult: Schemas['CheckResultGrpc']
    sslCheckResult: Schemas['CheckResultSsl']
    icmpCheckResult: Schemas['CheckResultICMP']
    tcpCheckResult: Schemas['CheckResultTCP']
    dnsCheckResult: Schemas['CheckResultDNS']
    checkRunId: number
    attempts: number
    resultType: 'FINAL' | 'ATTEMPT' | 'ALL'
    sequenceId: string | null
    traceId: string | null
    errorGroupIds: string[] | null
    secretsWithheldFrom: string | null
    hasUnreadableDetails: boolean
  } | null
  CheckUpdate: Schemas['ApiCheckPatch'] | Schemas['BrowserCheckPatch'] | Schemas['MultiStepCheckPatch'] | Schemas['PlaywrightCheckPatch'] | Schemas['IcmpMonitorPatch'] | Schemas['UrlMonitorPatch'] | Schemas['TcpCheckPatch'] | Schemas['DnsMonitorPatch'] | Schemas['SslMonitorPatch'] | Schemas['TracerouteMonitorPatch'] | Schemas['GrpcMonitorPatch'] | Schemas['HeartbeatCheckPatch']
  CheckVerdicts: {
    checkId: string
    from: string
    to: string
    intervalMinutes: number
    runs: number
    failed: number
    spans: Schemas['VerdictSpan'][]
  }
  CheckView: {
    name: string
    query: string
  }
  CheckViewList: Schemas['CheckView'][]
  CheckViewUpdate: {
    query: string
  }
  CheckWithoutVerdict: {
    resultId: string
    at: string
    location: string | null
    servedBy: 'AGENT' | 'STAND_IN' | null
    reason: string | null
  } | null
  ClientCertificate: {
    id: string
    host: string
    cert: string
    ca: string | null
    created_at: string
    subject: string | null
    expiresAt: string | null
  }
  ClientCertificateCreate: {
    host: string
    cert: string
    ca?: string | null
    key?: string
    passphrase?: string | null
  }
  ClientCertificateList: Schemas['ClientCertificate'][]
  Configuration: {
    format: 'sonde-configuration'
    version: number
    exportedAt?: string | null
    exportedBy?: string | null
    account?: Schemas['ConfigurationAccount']
    variables?: { [name: string]: unknown }[]
    clientCertificates?: { [name: string]: unknown }[]
    privateLocations?: { [name: string]: unknown }[]
    snippets?: { [name: string]: unknown }[]
    alertChannels?: { [name: string]: unknown }[]
    statusPageServices?: { [name: string]: unknown }[]
    checkGroups?: { [name: string]: unknown }[]
    checks?: { [name: string]: unknown }[]
    statusPageFollows?: { [name: string]: unknown }[]
    checkTriggers?: { [name: string]: unknown }[]
    groupTriggers?: { [name: string]: unknown }[]
    statusPages?: { [name: string]: unknown }[]
    statusPageComponents?: { [name: string]: unknown }[]
    statusPageAutomationRules?: { [name: string]: unknown }[]
    maintenanceWindows?: { [name: string]: unknown }[]
    dashboards?: { [name: string]: unknown }[]
    deploymentTriggers?: { [name: string]: unknown }[]
  }
  ConfigurationAccount: {
    name?: string
    settings?: { [name: string]: unknown }
    alertSettings?: { [name: string]: unknown }
  }
  ConfigurationImport: {
    dryRun: boolean
    accountId: string
    created: number
    updated: number
    unchanged: number
    skipped: number
    items: Schemas['ConfigurationImportedItem'][]
    warnings: Schemas['ConfigurationImportWarning'][]
  }
  ConfigurationImportWarning: {
    path: string
    name: string | null
    message: string
  }
  ConfigurationImportedItem: {
    kind: string
    id: unknown
    sourceId: unknown
    name: string | null
    action: 'created' | 'updated' | 'unchanged' | 'skipped'
    changes?: string[]
  }
  ConsoleMessage: {
    type: 'error' | 'warning' | 'info'
    text: string
    location: string | null
    startMs: number
    page: number | null
  }
  CoveredUnnotified: {
    total: number
    checks: {
      id: string
      name: string
      group: {
        id: number
        name: string
      } | null
      subscribedBy: ('CHECK' | 'GROUP')[]
      cause: 'PAUSED' | 'GROUP_PAUSED' | 'MUTED' | 'GROUP_MUTED' | 'GROUP_DECIDES'
      reason: string
    }[]
  }
  CreateDeploymentTrigger: {
    checkId?: string | null
    groupId?: number | null
    repoId: number | string
    repoName: string
    repoLink?: string
    useEnvironmentUrl?: boolean
    includeScreenshots?: boolean
    provider?: 'GITHUB'
    runLocation?: 'us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1'
    environmentRegexFilter?: string | null
    environmentUrlRegexFilter?: string | null
    allowedHosts?: string[]
  }
  CreateTrigger: {
    allowedHosts?: string[]
  } | null
  CurrentUser: {
    id: string
    name: string
  }
  Dashboard: {
    header: string
    description: string | null
    customUrl: string
    customDomain: string | null
    logo: string | null
    favicon: string | null
    link: string | null
    layout: 'LIST' | 'TILES'
    width: 'FULL' | '960PX'
    refreshRate: 60 | 300 | 600
    paginate: boolean
    paginationRate: 30 | 60 | 300
    checksPerPage: number | null
    sortByStatus: boolean
    tags: string[]
    useTagsAndOperator: boolean | null
    hideTags: boolean
    expandChecks: boolean
    enableIncidents: boolean
    isPrivate: boolean
    showHeader: boolean
    showGroupNames: boolean
    showReasons: boolean
    showCheckRunLinks: boolean
    showP95: boolean
    showP99: boolean
    customCSS: string | null
    id: number
    dashboardId: string
    keys?: Schemas['DashboardKey'][]
    projectBindings: Schemas['ProjectBindings']
    created_at: string
    updated_at: string | null
  }
  DashboardCreate: {
    header: string
    description?: string | null
    customUrl?: string | null
    customDomain?: string | null
    logo?: string | null
    favicon?: string | null
    link?: string | null
    layout?: 'LIST' | 'TILES'
    width?: 'FULL' | '960PX'
    refreshRate?: 60 | 300 | 600
    paginate?: boolean
    paginationRate?: 30 | 60 | 300
    checksPerPage?: number | null
    sortByStatus?: boolean
    tags?: string[]
    useTagsAndOperator?: boolean | null
    hideTags?: boolean
    expandChecks?: boolean
    enableIncidents?: boolean
    isPrivate?: boolean
    showHeader?: boolean
    showGroupNames?: boolean
    showReasons?: boolean
    showCheckRunLinks?: boolean
    showP95?: boolean
    showP99?: boolean
    customCSS?: string | null
    keys?: unknown[]
  }
  DashboardIncident: {
    id: string
    created_at: string
    updated_at: string | null
    name: string
    impact: Schemas['DashboardIncidentImpact']
    startedAt: string | null
    stoppedAt: string | null
    dashboardId: number
    incidentUpdates: Schemas['DashboardIncidentUpdate'][]
  }
  DashboardIncidentChange: {
    name: string
    startedAt?: string | null
    stoppedAt?: string | null
    impact: Schemas['DashboardIncidentImpact']
  }
  DashboardIncidentCreate: {
    name: string
    startedAt?: string | null
    stoppedAt?: string | null
    impact?: 'MAINTENANCE' | 'MAJOR' | 'MINOR'
    dashboardId: number
    incidentUpdates: Schemas['DashboardIncidentUpdateCreate'][]
  }
  DashboardIncidentImpact: 'MAINTENANCE' | 'MAJOR' | 'MINOR'
  DashboardIncidentList: Schemas['DashboardIncident'][]
  DashboardIncidentStatus: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED' | 'MAINTENANCE'
  DashboardIncidentUpdate: {
    id: string
    created_at: string
    updated_at: string | null
    status: Schemas['DashboardIncidentStatus']
    description: string
  }
  DashboardIncidentUpdateAlone: {
    id: string
    created_at: string
    updated_at: string | null
    status: Schemas['DashboardIncidentStatus']
    description: string
    incidentId: string
  }
  DashboardIncidentUpdateChange: {
    description: string
  }
  DashboardIncidentUpdateCreate: {
    status: Schemas['DashboardIncidentStatus']
    description: string
  }
  DashboardKey: {
    id: string
    rawKey: string
    maskedKey: string
    created_at: string
    updated_at: string | null
  }
  DashboardList: Schemas['Dashboard'][]
  DashboardUpdate: {
    header?: string
    description?: string | null
    customUrl?: string | null
    customDomain?: string | null
    logo?: string | null
    favicon?: string | null
    link?: string | null
    layout?: 'LIST' | 'TILES'
    width?: 'FULL' | '960PX'
    refreshRate?: 60 | 300 | 600
    paginate?: boolean
    paginationRate?: 30 | 60 | 300
    checksPerPage?: number | null
    sortByStatus?: boolean
    tags?: string[]
    useTagsAndOperator?: boolean | null
    hideTags?: boolean
    expandChecks?: boolean
    enableIncidents?: boolean
    isPrivate?: boolean
    showHeader?: boolean
    showGroupNames?: boolean
    showReasons?: boolean
    showCheckRunLinks?: boolean
    showP95?: boolean
    showP99?: boolean
    customCSS?: string | null
    keys?: unknown[]
  }
  DeployBacktest: {
    from: string
    to: string
    results: number
    current: number
    proposed: number
    summary: Schemas['BacktestSummary']
  }
  DeployDiff: {
    type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    logicalId: string
    physicalId?: unknown
    action: 'CREATE' | 'UPDATE' | 'DELETE' | 'DETACHED'
    changed: boolean
    changes?: string[]
    drift?: string[]
    renamedFrom?: string
    alertBacktest?: Schemas['DeployBacktest']
  }
  DeployResource: {
    logicalId: string
    type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    physicalId?: unknown
    member: boolean
    payload: { [name: string]: unknown } | null
    sourceFile?: string | null
  }
  DeployResult: {
    project: {
      id: string
      logicalId: string
      name: string
      repoUrl: string | null
      createdAt: string
      updatedAt: string | null
    } | null
    diff: Schemas['DeployDiff'][]
    warnings: string[]
  }
  Deployment: {
    id: number
    repository: string
    sha: string
    environmentName: string | null
    environmentUrl: string | null
    deploymentId: string | null
    createdAt: string
  }
  DeploymentAnnotation: {
    at: string
    repository: string
    sha: string
    environmentName: string | null
  }
  DeploymentList: Schemas['Deployment'][]
  DeploymentTrigger: {
    id: number
    checkId: string | null
    groupId: number | null
    provider: string
    repoId: string
    repoName: string
    repoLink: string | null
    useEnvironmentUrl: boolean
    includeScreenshots: boolean
    environmentRegexFilter: string | null
    environmentUrlRegexFilter: string | null
    runLocation: string
    allowedHosts: string[]
    created_at: string
    updated_at: string | null
  }
  DeploymentTriggers: Schemas['DeploymentTrigger'][]
  DeploymentWebhookAnswer: {
    triggered: number
    notStarted: {
      triggerId: number
      reason: string
    }[]
    ignored: string | null
  }
  DeploymentWebhookSecret: {
    secret: string
    url: string
  }
  DistributionBin: {
    from: number
    to: number
    runs: number
  }
  DnsAnswer: {
    Status: string
    TC: boolean
    RD: boolean
    RA: boolean
    AD: boolean
    CD: boolean
    Question: {
      name: string
      type: string
    }[]
    Answer: Schemas['DnsRecord'][]
  }
  DnsAssertion: {
    source: 'RESPONSE_TIME' | 'RESPONSE_CODE' | 'TEXT_ANSWER' | 'JSON_ANSWER'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  DnsMonitor: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['DnsRequest']
    checkType: 'DNS'
  }
  DnsMonitorCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'DNS'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['DnsRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  DnsMonitorPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'DNS'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['DnsRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  DnsMonitorUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'DNS'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['DnsRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  DnsMonitorV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['DnsRequest']
    checkType: 'DNS'
  }
  DnsMonitorV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['DnsRequest']
    checkType: 'DNS'
  }
  DnsRecord: {
    name: string
    type: string
    TTL: number
    data: string
  }
  DnsRequest: {
    query: string
    recordType: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'SOA' | 'NS' | 'HTTPS'
    nameServer?: string | null
    port?: number | null
    protocol?: 'UDP' | 'TCP'
    assertions?: Schemas['DnsAssertion'][]
  }
  DriftedResource: {
    type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    logicalId: string
    physicalId: unknown
    drift: 'CHANGED' | 'DELETED'
    fields: string[]
  }
  EffectiveSettings: {
    group: {
      id: number
      name: string
    } | null
    locations: {
      source: 'CHECK' | 'GROUP'
      locations: string[]
      privateLocations: string[]
      runParallel: boolean
    }
    retries: {
      source: 'CHECK' | 'GROUP'
      sentence: string
    }
    alertSettings: {
      source: 'CHECK' | 'GROUP' | 'ACCOUNT'
    }
    channels: {
      source: 'CHECK' | 'GROUP' | 'BOTH'
      list: {
        alertChannelId: number
        type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
        name: string
        subscribedBy: ('CHECK' | 'GROUP')[]
        isNotified: boolean
        reason: string | null
      }[]
    }
    nobodyNotified: {
      cause: 'PAUSED' | 'GROUP_PAUSED' | 'MUTED' | 'GROUP_MUTED' | 'MAINTENANCE' | 'GROUP_DECIDES' | 'SUBSCRIPTION_PAUSED' | 'NO_CHANNEL' | 'NOT_OWED' | 'EVENT_NOT_WANTED' | 'UNDELIVERABLE'
      sentence: string
    } | null
  }
  EndedTestSession: {
    testSessionId: string
    testSessionLink: string
    name: string
    provider: 'GITHUB' | 'VERCEL' | 'API' | 'TRIGGER' | 'PW_REPORTER'
    runLocation: string
    status: 'FAILED' | 'PASSED' | 'CANCELLED'
    errorGroupIds: string[]
    startedAt: string
    stoppedAt: string
    timeElapsed: number
    metadata: Schemas['TestSessionMetadata']
    invoker: string | null
    projectLogicalId: string | null
    results: Schemas['TestSessionResultEntry'][]
  }
  Entitlements: {
    plan: string
    planDisplayName: string
    addons: Schemas['AccountAddons']
    locations: Schemas['AccountEntitlementLocations']
    entitlements: Schemas['AccountEntitlement'][]
  }
  EnvironmentVariable: {
    key: string
    value: string
    locked?: boolean
    secret?: boolean
  }
  ErrorGroup: {
    id: string
    checkId: string
    errorHash: string
    rawErrorMessage: string | null
    cleanedErrorMessage: string
    firstSeen: string
    lastSeen: string
    archivedUntilNextEvent: boolean
    rootCauseAnalyses: { [name: string]: unknown }[]
  }
  ErrorGroupPatch: {
    archiveForEver?: boolean
    archivedUntilNextEvent?: boolean
  }
  ErrorGroupsList: Schemas['ErrorGroup'][]
  FindOneCheckSessionResponse: {
    checkSessionId: string
    checkSessionLink: string
    checkId: string
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    name: string
    status: 'STARTED' | 'PROGRESS' | 'PROGRESS_FAILED' | 'PROGRESS_DEGRADED' | 'PASSED' | 'FAILED' | 'DEGRADED' | 'TIMED_OUT' | 'CANCELLED'
    startedAt: string
    stoppedAt: string | null
    timeElapsed: number
    runLocations: string[]
    runSource: 'SCHEDULER' | 'SCHEDULE_NOW' | 'TRIGGER_API' | 'GROUP_RUN_ALL' | 'CLI_DEPLOY' | 'SLACK_RERUN' | 'EDITOR' | 'LEGACY_TRIGGER' | 'DEPLOYMENT' | 'DEPLOYMENT_CACHE_WARMER' | 'TEST_RECORD' | 'TEST_NO_RECORD' | 'TRIGGER_RECORD' | 'TRIGGER_NO_RECORD' | null
    results: Schemas['CheckSessionConciseCheckResult'][]
  }
  GoldenFile: {
    key: string
    path: string
  }
  GroupAlertSettingsInput: {
    escalationType?: 'RUN_BASED' | 'TIME_BASED'
    reminders?: {
      amount?: 0 | 1 | 2 | 3 | 4 | 5 | 100000
      interval?: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30
    }
    runBasedEscalation?: {
      failedRunThreshold?: 1 | 2 | 3 | 4 | 5
    }
    timeBasedEscalation?: {
      minutesFailingThreshold?: 5 | 10 | 15 | 30
    }
    parallelRunFailureThreshold?: {
      enabled?: boolean
      percentage?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100
    }
    sslCertificates?: {
      enabled?: boolean
      alertThreshold?: number
    }
  } | null
  GroupAlertSettingsInputUpdate: {
    escalationType?: 'RUN_BASED' | 'TIME_BASED'
    reminders?: {
      amount?: 0 | 1 | 2 | 3 | 4 | 5 | 100000
      interval?: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30
    }
    runBasedEscalation?: {
      failedRunThreshold?: 1 | 2 | 3 | 4 | 5
    }
    timeBasedEscalation?: {
      minutesFailingThreshold?: 5 | 10 | 15 | 30
    }
    parallelRunFailureThreshold?: {
      enabled?: boolean
      percentage?: 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100
    }
    sslCertificates?: {
      enabled?: boolean
      alertThreshold?: number
    }
  } | null
  GroupApiAssertion: {
    source: 'STATUS_CODE' | 'JSON_BODY' | 'HEADERS' | 'TEXT_BODY' | 'RESPONSE_TIME'
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    property?: string
    target?: string
    regex?: string | null
  }
  GroupApiCheckDefaults: {
    url?: string | null
    headers?: Schemas['KeyValue'][]
    queryParameters?: Schemas['KeyValue'][]
    assertions?: Schemas['GroupApiAssertion'][]
    basicAuth?: {
      username: string
      password: string
    } | null
  }
  GroupApiCheckDefaultsUpdate: {
    url?: string | null
    headers?: Schemas['KeyValue'][]
    queryParameters?: Schemas['KeyValue'][]
    assertions?: Schemas['GroupApiAssertion'][]
    basicAuth?: {
      username: string
      password: string
    } | null
  }
  GroupRetryStrategy: {
    type?: 'FIXED' | 'LINEAR' | 'EXPONENTIAL' | 'SINGLE_RETRY'
    baseBackoffSeconds?: number
    sameRegion?: boolean
    maxRetries?: number
    maxDurationSeconds?: number
    onlyOn?: 'NETWORK_ERROR'[]
  } & (Schemas['RetryStrategy'] | 'FALLBACK')
  GroupRetryStrategyV1: {
    type?: 'FIXED' | 'LINEAR' | 'EXPONENTIAL' | 'SINGLE_RETRY'
    baseBackoffSeconds?: number
    sameRegion?: boolean
    maxRetries?: number
    maxDurationSeconds?: number
    onlyOn?: 'NETWORK_ERROR'[]
  } & (Schemas['RetryStrategy'] | 'FALLBACK')
  GroupRetryStrategyV2: {
    type?: 'FIXED' | 'LINEAR' | 'EXPONENTIAL' | 'SINGLE_RETRY'
    baseBackoffSeconds?: number
    sameRegion?: boolean
    maxRetries?: number
    maxDurationSeconds?: number
    onlyOn?: 'NETWORK_ERROR'[]
  } & (Schemas['RetryStrategy'] | 'FALLBACK')
  GroupRetryStrategyV2Update: {
    type?: 'FIXED' | 'LINEAR' | 'EXPONENTIAL' | 'SINGLE_RETRY'
    baseBackoffSeconds?: number
    sameRegion?: boolean
    maxRetries?: number
    maxDurationSeconds?: number
    onlyOn?: 'NETWORK_ERROR'[]
  } & (Schemas['RetryStrategy'] | 'FALLBACK')
  GroupVariable: {
    key: string
    value: string | null
    locked: boolean
    secret: boolean
  }
  GrpcAssertion: {
    source: 'RESPONSE_TIME' | 'GRPC_STATUS_CODE' | 'GRPC_HEALTHCHECK_STATUS' | 'GRPC_RESPONSE' | 'TEXT_BODY' | 'GRPC_METADATA'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  GrpcConfig: {
    mode?: 'BEHAVIOR' | 'HEALTH'
    tls?: boolean
    metadata?: Schemas['GrpcMetadataItem'][]
    method?: string | null
    serviceDefinition?: 'REFLECTION' | 'PROTO_FILE' | '' | null
    protoContent?: string | null
    message?: string | null
    service?: string | null
    encoding?: 'PROTOBUF' | 'FLATBUFFERS' | '' | null
    bfbsContent?: string | null
  }
  GrpcMetadataItem: {
    key: string
    value: string
  }
  GrpcMonitor: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['GrpcRequest']
    checkType: 'GRPC'
  }
  GrpcMonitorCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'GRPC'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['GrpcRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  GrpcMonitorPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'GRPC'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['GrpcRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  GrpcMonitorUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'GRPC'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['GrpcRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  GrpcMonitorV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['GrpcRequest']
    checkType: 'GRPC'
  }
  GrpcMonitorV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['GrpcRequest']
    checkType: 'GRPC'
  }
  GrpcRequest: {
    url: string
    port: number | string
    ipFamily?: 'IPv4' | 'IPv6' | null
    skipSSL?: boolean
    timeout?: number | null
    grpcConfig?: Schemas['GrpcConfig']
    assertions?: Schemas['GrpcAssertion'][]
  }
  Heartbeat: {
    period: number
    periodUnit: 'seconds' | 'minutes' | 'hours' | 'days'
    grace: number
    graceUnit: 'seconds' | 'minutes' | 'hours' | 'days'
    pingToken?: string | null
    pingUrl?: string
  }
  HeartbeatAvailability: {
    successRatio: {
      previousPeriod: number | null
      currentPeriod: number | null
    }
    totalEntitiesCurrentPeriod: number
  }
  HeartbeatCheck: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    checkType: 'HEARTBEAT'
    heartbeat: Schemas['Heartbeat']
  }
  HeartbeatCheckCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    triggerIncident?: Schemas['TriggerIncident']
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'HEARTBEAT'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: { [name: string]: unknown } | null
    script?: string | null
    scriptPath?: string | null
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    heartbeat: Schemas['HeartbeatRequest']
  }
  HeartbeatCheckPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    triggerIncident?: Schemas['TriggerIncident']
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'HEARTBEAT'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: { [name: string]: unknown } | null
    script?: string | null
    scriptPath?: string | null
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    heartbeat?: Schemas['HeartbeatPatch']
  }
  HeartbeatCheckUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    triggerIncident?: Schemas['TriggerIncident']
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'HEARTBEAT'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: { [name: string]: unknown } | null
    script?: string | null
    scriptPath?: string | null
    sslCheckDomain?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    heartbeat?: Schemas['HeartbeatRequest']
  }
  HeartbeatCheckV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    checkType: 'HEARTBEAT'
    heartbeat: Schemas['Heartbeat']
  }
  HeartbeatCheckV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    checkType: 'HEARTBEAT'
    heartbeat: Schemas['Heartbeat']
  }
  HeartbeatEvent: {
    id: string
    state: 'FAILING' | 'EARLY' | 'RECEIVED' | 'GRACE' | 'LATE'
    timestamp: string
    source: string | null
    userAgent: string | null
    reason: string | null
  }
  HeartbeatEventAnswer: {
    event: Schemas['HeartbeatEvent']
    stats: {
      last24Hours: Schemas['HeartbeatAvailability']
      last7Days: Schemas['HeartbeatAvailability']
    }
  }
  HeartbeatEventList: {
    events: Schemas['HeartbeatEvent'][]
    stats: {
      last24Hours: Schemas['HeartbeatAvailability']
      last7Days: Schemas['HeartbeatAvailability']
    }
  }[]
  HeartbeatPatch: {
    period?: number
    periodUnit?: 'seconds' | 'minutes' | 'hours' | 'days'
    grace?: number
    graceUnit?: 'seconds' | 'minutes' | 'hours' | 'days'
    pingToken?: string | null
  }
  HeartbeatRequest: {
    period: number
    periodUnit: 'seconds' | 'minutes' | 'hours' | 'days'
    grace: number
    graceUnit: 'seconds' | 'minutes' | 'hours' | 'days'
    pingToken?: string | null
  }
  HeartbeatWait: {
    lastPingAt: string | null
    expectedAt: string | null
    alertAt: string | null
    alertAfterSeconds: number
  } | null
  IcmpAssertion: {
    source: 'LATENCY' | 'JSON_RESPONSE'
    property: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  IcmpMonitorCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'ICMP'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['IcmpRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    degradedPacketLossThreshold?: number | null
    maxPacketLossThreshold?: number | null
    scriptPath?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    heartbeat?: { [name: string]: unknown } | null
    script?: string | null
    sslCheckDomain?: string | null
  }
  IcmpMonitorPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'ICMP'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['IcmpRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    degradedPacketLossThreshold?: number | null
    maxPacketLossThreshold?: number | null
    scriptPath?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    sslCheckDomain?: string
    heartbeat?: { [name: string]: unknown } | null
    script?: string | null
  }
  IcmpMonitorUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'ICMP'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['IcmpRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    degradedPacketLossThreshold?: number | null
    maxPacketLossThreshold?: number | null
    scriptPath?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
    setupSnippetId?: number | null
    tearDownSnippetId?: number | null
    localSetupScript?: string | null
    localTearDownScript?: string | null
    sslCheckDomain?: string
    heartbeat: { [name: string]: unknown }
    script: string
  }
  IcmpRequest: {
    hostname: string
    ipFamily?: 'IPv4' | 'IPv6' | null
    pingCount?: number | null
    assertions?: Schemas['IcmpAssertion'][]
  }
  IdentityLink: {
    currentPassword: string
    code?: string
    next?: string
  }
  IdentityLinkStart: {
    url: string
  }
  ImportChanges: {
    resources: Schemas['ImportResource'][]
    friends: Schemas['ImportFriend'][]
    auxiliary: Schemas['ImportSnippet'][]
  }
  ImportFriend: {
    type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    logicalId: string
    physicalId: unknown
  }
  ImportPlan: {
    id?: string
    createdAt: string
    appliedAt?: string
    committedAt?: string
    changes: Schemas['ImportChanges']
    warnings: string[]
  }
  ImportPlanCreate: {
    filters?: {
      type: 'include' | 'exclude'
      resource?: {
        type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
        physicalId?: string | number
      }
    }[]
    friends?: {
      type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
      logicalId: string
    }[]
  }
  ImportPlanList: Schemas['ImportPlan'][]
  ImportResource: {
    type: 'check' | 'check-group' | 'alert-channel' | 'alert-channel-subscription' | 'maintenance-window' | 'private-location' | 'private-location-check-assignment' | 'private-location-group-assignment' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    logicalId: string
    physicalId: unknown
    member: boolean
    payload: { [name: string]: unknown }
  }
  ImportSnippet: {
    type: 'snippet'
    physicalId: number
    payload: {
      id: number
      name: string
      script: string
    }
  }
  IncidentSeverity: 'CRITICAL' | 'MAJOR' | 'MEDIUM' | 'MINOR'
  IntegrationToken: {
    id: string
    name: string
    kind: 'PROMETHEUS'
    lastFour: string
    createdAt: string
    lastUsedAt: string | null
  }
  IntegrationTokenCreate: {
    name: string
    kind?: 'PROMETHEUS'
  }
  IntegrationTokenCreated: {
    id: string
    name: string
    kind: 'PROMETHEUS'
    lastFour: string
    createdAt: string
    lastUsedAt: string | null
    token: string
  }
  IntegrationTokenList: Schemas['IntegrationToken'][]
  InviteCreate: {
    email: string
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
  }
  KeyValue: {
    key: string
    value: string
    locked?: boolean
  }
  ListedPrivateLocation: {
    id: string
    name: string
    slugName: string
    icon: string
    created_at: string
    updated_at: string | null
    keys: Schemas['LocationKeyList']
    proxyUrl: string | null
    lastSeen: string | null
    agentCount: number
    minAgentVersion: string | null
    projectBindings: Schemas['ProjectBindings']
    runningAgents?: Schemas['RunningAgent'][]
  }
  ListedProject: {
    id: string
    logicalId: string
    name: string
    repoUrl: string | null
    createdAt: string
    updatedAt: string | null
    resources: number
    drift: number
    lastDeployment: {
      id: string
      status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
      createdAt: string
    } | null
  }
  LocationKey: {
    id: string
    rawKey: string
    maskedKey: string
    created_at: string
    updated_at: string | null
    lastUsedAt: string | null
  }
  LocationKeyList: Schemas['LocationKey'][]
  LocationList: Schemas['PublicLocation'][]
  Maintenance: {
    id: string
    maintenanceWindowId: number
    startsAt: string
    endsAt: string
    status: 'SCHEDULED' | 'IN_PROGRESS' | 'VERIFYING' | 'COMPLETED' | 'CANCELLED'
    created_at: string
    updated_at: string
    updates: Schemas['MaintenanceUpdate'][]
  }
  MaintenanceAnnotation: {
    windowId: number
    name: string
    startsAt: string
    endsAt: string | null
    silences: boolean
    pauses: boolean
  }
  MaintenanceDates: {
    startsAt?: string
    endsAt?: string
  }
  MaintenanceInForce: {
    windowId: number
    name: string
    endsAt: string | null
    silences: boolean
    pauses: boolean
    isOwn: boolean
  }
  MaintenanceInForceList: Schemas['MaintenanceInForce'][]
  MaintenanceList: Schemas['Maintenance'][]
  MaintenanceStatusPageVisibility: {
    enabled: boolean
    severity: 'MINOR' | 'MEDIUM' | 'MAJOR' | 'CRITICAL' | null
    affectAllServices: boolean
    suppressAutoIncidents: boolean
    notifyOnStart: boolean
    notifyOnEnd: boolean
    reminderMinutesBefore: number[]
    autoStart: boolean
    autoEnd: boolean
    showAffectedServices: boolean
    statusPageIds: string[]
    serviceIds: string[]
  }
  MaintenanceStatusPageVisibilityInput: {
    enabled?: boolean
    severity?: 'MINOR' | 'MEDIUM' | 'MAJOR' | 'CRITICAL' | null
    affectAllServices?: boolean
    notifyOnStart?: boolean
    notifyOnEnd?: boolean
    suppressAutoIncidents?: boolean
    reminderMinutesBefore?: number[]
    autoStart?: boolean
    autoEnd?: boolean
    showAffectedServices?: boolean
    statusPageIds?: string[]
    serviceIds?: string[]
  }
  MaintenanceUpdate: {
    id: string
    maintenanceWindowId: number
    maintenanceId: string
    status: 'SCHEDULED' | 'IN_PROGRESS' | 'VERIFYING' | 'COMPLETED' | 'CANCELLED'
    description: string
    notifySubscribers: boolean
    created_at: string
    previousStatus: 'SCHEDULED' | 'IN_PROGRESS' | 'VERIFYING' | 'COMPLETED' | 'CANCELLED' | null
    previousStartsAt: string | null
    previousEndsAt: string | null
    dateAdjustments: {
      startsAt?: string
      endsAt?: string
    } | null
  }
  MaintenanceUpdateCreate: {
    status: 'SCHEDULED' | 'IN_PROGRESS' | 'VERIFYING' | 'COMPLETED' | 'CANCELLED'
    description: string
    notifySubscribers?: boolean
  }
  MaintenanceUpdateEdit: {
    status?: 'SCHEDULED' | 'IN_PROGRESS' | 'VERIFYING' | 'COMPLETED' | 'CANCELLED'
    description: string
  }
  MaintenanceWindow: {
    id: number
    name: string
    tags: string[]
    startsAt: string
    endsAt: string
    repeatInterval: number | null
    repeatUnit: 'DAY' | 'WEEK' | 'MONTH' | null
    repeatEndsAt: string | null
    timezone: string | null
    description: string | null
    statusPageVisibility: Schemas['MaintenanceStatusPageVisibility']
    pauseAllChecks: boolean
    silenceAlertsTags: string[]
    silenceAllAlerts: boolean
    silenceCheckIds: string[]
    silenceGroupIds: number[]
    pauseCheckIds: string[]
    pauseGroupIds: number[]
    created_at: string
    updated_at: string | null
    projectBindings: Schemas['ProjectBindings']
  }
  MaintenanceWindowCreate: {
    name: string
    startsAt: string
    endsAt: string
    repeatInterval?: number | null
    repeatUnit?: 'DAY' | 'WEEK' | 'MONTH' | null
    repeatEndsAt?: string | null
    timezone?: string | null
    description?: string | null
    tags?: string[]
    pauseAllChecks?: boolean
    silenceAlertsTags?: string[]
    silenceAllAlerts?: boolean
    silenceCheckIds?: string[]
    silenceGroupIds?: number[]
    pauseCheckIds?: string[]
    pauseGroupIds?: number[]
    statusPageVisibility?: Schemas['MaintenanceStatusPageVisibilityInput']
  }
  MaintenanceWindowList: Schemas['MaintenanceWindow'][]
  MaintenanceWindowUpdate: {
    name?: string
    startsAt?: string
    endsAt?: string
    repeatInterval?: number | null
    repeatUnit?: 'DAY' | 'WEEK' | 'MONTH' | null
    repeatEndsAt?: string | null
    timezone?: string | null
    description?: string | null
    tags?: string[]
    pauseAllChecks?: boolean
    silenceAlertsTags?: string[]
    silenceAllAlerts?: boolean
    silenceCheckIds?: string[]
    silenceGroupIds?: number[]
    pauseCheckIds?: string[]
    pauseGroupIds?: number[]
    statusPageVisibility?: Schemas['MaintenanceStatusPageVisibilityInput']
  }
  MeasuredTimes: {
    p50: number | null
    p95: number | null
    max: number | null
  }
  MonitorICMP: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    degradedPacketLossThreshold?: number | null
    maxPacketLossThreshold?: number | null
    request?: Schemas['IcmpRequest']
    checkType: 'ICMP'
  }
  MonitorICMPV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    degradedPacketLossThreshold?: number | null
    maxPacketLossThreshold?: number | null
    request?: Schemas['IcmpRequest']
    checkType: 'ICMP'
  }
  MonitorICMPV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    degradedPacketLossThreshold?: number | null
    maxPacketLossThreshold?: number | null
    request?: Schemas['IcmpRequest']
    checkType: 'ICMP'
  }
  MultiStepCheck: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'MULTI_STEP'
  }
  MultiStepCheckCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'MULTI_STEP'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  MultiStepCheckPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'MULTI_STEP'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script?: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  MultiStepCheckUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'MULTI_STEP'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script?: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  MultiStepCheckV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'MULTI_STEP'
  }
  MultiStepCheckV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    script: string | null
    scriptPath?: string | null
    dependencies?: Schemas['CheckDependency'][] | null
    playwrightConfig?: { [name: string]: unknown } | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'MULTI_STEP'
  }
  NameServerInfo: {
    name?: string
    host: string
    port: number
  } | null
  NetworkRequest: {
    method: string
    url: string
    resourceType: string
    status: number | null
    failure: string | null
    startMs: number
    durationMs: number | null
    bytes: number | null
    page: number | null
  }
  NotStartedCheck: {
    checkId: string
    name: string
    reason: string
  }
  OpenInvite: {
    type: 'invite'
    id: string
    accountId: string
    email: string
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
    status: 'PENDING' | 'EXPIRED'
    inviterEmail: string
    createdAt: string
    updatedAt: string
    expiresAt: string
    url: string
    isMailed: boolean
  }
  OwnPasswordChange: {
    currentPassword: string
    newPassword: string
  }
  OwnUser: {
    id: string
    name: string | null
    email: string
  }
  OwnUserUpdate: {
    name?: string
    email?: string
    currentPassword?: string
  }
  PageError: {
    message: string
    startMs: number
    page: number | null
  }
  Ping: {
    state: 'FAILING' | 'EARLY' | 'RECEIVED' | 'GRACE' | 'LATE' | null
  }
  PingResult: {
    sequence: number
    type?: number
    code?: number
    success: boolean
    rtt?: number
    ttl?: number
  }
  PlaywrightCheck: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    codeBundlePath: string
    testCommand?: string
    installCommand?: string
    workingDir?: string | null
    browsers?: ('chromium' | 'firefox' | 'webkit' | 'chrome' | 'msedge')[]
    playwrightVersion?: string | null
    cacheHash?: string | null
    engine?: 'node' | 'bun' | null
    engineVersion?: string | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'PLAYWRIGHT'
  }
  PlaywrightCheckCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'PLAYWRIGHT'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    codeBundlePath: string
    testCommand?: string
    installCommand?: string
    workingDir?: string | null
    browsers?: ('chromium' | 'firefox' | 'webkit' | 'chrome' | 'msedge')[]
    playwrightVersion?: string | null
    cacheHash?: string | null
    engine?: 'node' | 'bun' | null
    engineVersion?: string | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  PlaywrightCheckPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'PLAYWRIGHT'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    codeBundlePath?: string
    testCommand?: string
    installCommand?: string
    workingDir?: string | null
    browsers?: ('chromium' | 'firefox' | 'webkit' | 'chrome' | 'msedge')[]
    playwrightVersion?: string | null
    cacheHash?: string | null
    engine?: 'node' | 'bun' | null
    engineVersion?: string | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  PlaywrightCheckUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'PLAYWRIGHT'
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    codeBundlePath?: string
    testCommand?: string
    installCommand?: string
    workingDir?: string | null
    browsers?: ('chromium' | 'firefox' | 'webkit' | 'chrome' | 'msedge')[]
    playwrightVersion?: string | null
    cacheHash?: string | null
    engine?: 'node' | 'bun' | null
    engineVersion?: string | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  PlaywrightCheckV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    codeBundlePath: string
    testCommand?: string
    installCommand?: string
    workingDir?: string | null
    browsers?: ('chromium' | 'firefox' | 'webkit' | 'chrome' | 'msedge')[]
    playwrightVersion?: string | null
    cacheHash?: string | null
    engine?: 'node' | 'bun' | null
    engineVersion?: string | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'PLAYWRIGHT'
  }
  PlaywrightCheckV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    codeBundlePath: string
    testCommand?: string
    installCommand?: string
    workingDir?: string | null
    browsers?: ('chromium' | 'firefox' | 'webkit' | 'chrome' | 'msedge')[]
    playwrightVersion?: string | null
    cacheHash?: string | null
    engine?: 'node' | 'bun' | null
    engineVersion?: string | null
    environmentVariables?: Schemas['GroupVariable'][] | null
    checkType: 'PLAYWRIGHT'
  }
  PrivateLocation: {
    id: string
    name: string
    slugName: string
    icon: string
    created_at: string
    updated_at: string | null
    keys: Schemas['LocationKeyList']
    proxyUrl: string | null
    lastSeen: string | null
    agentCount: number
    minAgentVersion: string | null
    projectBindings: Schemas['ProjectBindings']
    runningAgents: Schemas['RunningAgent'][]
    notices: string[]
  }
  PrivateLocationCreate: {
    name: string
    slugName: string
    icon?: string
    proxyUrl?: string | null
  }
  PrivateLocationList: Schemas['ListedPrivateLocation'][]
  PrivateLocationMetrics: {
    timestamps: string[]
    queueSize: number[]
    oldestScheduledCheckRun: number[]
  }
  PrivateLocationUpdate: {
    name: string
    slugName?: string
    icon?: string
    proxyUrl?: string | null
  }
  PrivateLocationUsers: {
    checks: {
      id: string
      name: string
    }[]
    checkCount: number
    groups: {
      id: number
      name: string
    }[]
    groupCount: number
  }
  ProbeError: {
    code: string
    message: string
    syscall?: string
    errno?: number
    hostname?: string
    address?: string
    port?: number
    phase?: string
  }
  Project: {
    id: string
    logicalId: string
    name: string
    repoUrl: string | null
    createdAt: string
    updatedAt: string | null
  }
  ProjectAdoption: {
    name?: string
    resources: Schemas['ProjectResourceAdoption'][]
  }
  ProjectAdoptionResult: {
    adopted: number
  }
  ProjectBinding: {
    project: Schemas['BindingProject']
    binding: Schemas['ProjectBindingDetails']
  }
  ProjectBindingDetails: {
    logicalId: string
    pending: boolean
  }
  ProjectBindingOwner: {
    project: Schemas['BindingProject']
    binding: Schemas['ProjectBindingDetails']
  } | null
  ProjectBindings: {
    owner: Schemas['ProjectBindingOwner']
    references: Schemas['ProjectBinding'][]
  }
  ProjectCreate: {
    logicalId: string
    name: string
    repoUrl?: string | null
  }
  ProjectDeploy: {
    project: {
      logicalId: string
      name: string
      repoUrl?: string | null
    }
    sharedFiles?: Schemas['SharedFile'][]
    resources: Schemas['DeployResource'][]
    repoInfo?: { [name: string]: unknown } | null
  }
  ProjectDeployment: {
    id: string
    logicalId: string
    status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
    dryRun: boolean
    progress: number
    error: {
      code: string
      message: string
    } | null
    result: {
      project: {
        id: string
        logicalId: string
        name: string
        repoUrl: string | null
        createdAt: string
        updatedAt: string | null
      } | null
      diff: Schemas['DeployDiff'][]
      warnings: string[]
    } | null
    createdAt: string
    startedAt: string | null
    endedAt: string | null
    cancelRequestedAt: string | null
    announcedAt: string | null
    origin: {
      source: string | null
      clientVersion: string | null
      operator: string | null
      ciName: string | null
      userId: string | null
      keyName: string | null
      commitId: string | null
      branchName: string | null
      commitOwner: string | null
      commitMessage: string | null
    } | null
  }
  ProjectDeploymentList: Schemas['ProjectDeployment'][]
  ProjectDrift: {
    resources: Schemas['DriftedResource'][]
  }
  ProjectList: Schemas['ListedProject'][]
  ProjectResource: {
    project: string
    type: 'check' | 'check-group' | 'alert-channel' | 'maintenance-window' | 'private-location' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    logicalId: string
    physicalId: unknown
    sourceFile: string | null
    deployedAt: string
  }
  ProjectResourceAdoption: {
    type: 'check' | 'check-group' | 'alert-channel' | 'maintenance-window' | 'private-location' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
    logicalId: string
    physicalId: string | number
  }
  ProjectResourceList: Schemas['ProjectResource'][]
  ProjectResourceUpdate: {
    logicalId?: string
    project?: string
  }
  ProjectSummary: {
    id: string
    name: string
    logicalId: string
    repoUrl: string | null
    created_at: string
  }
  ProjectSummaryList: Schemas['ProjectSummary'][]
  ProjectUpdate: {
    logicalId?: string
    name?: string
  }
  PublicLocation: {
    region: string
    name: string
    servedBy: 'AGENT' | 'STAND_IN'
    isThisServer: boolean
  }
  RecoveryCodes: {
    recoveryCodes: string[]
  }
  ReplayedAlert: {
    alertType: 'ALERT_FAILURE' | 'ALERT_FAILURE_REMAIN' | 'ALERT_FAILURE_DEGRADED' | 'ALERT_DEGRADED' | 'ALERT_DEGRADED_REMAIN' | 'ALERT_DEGRADED_FAILURE' | 'ALERT_RECOVERY' | 'ALERT_DEGRADED_RECOVERY' | 'ALERT_SSL'
    at: string
    scheduledAt: string
    reminderSequence: number
  }
  Reporting: {
    name: string
    checkId: string
    checkType: string
    deactivated: boolean
    tags: Schemas['ReportingTagList']
    aggregate?: Schemas['ReportingAggregate']
    aggregates?: Schemas['ReportingBucketAggregateList']
  }
  ReportingAggregate: {
    successRatio: number
    avg: number | null
    p95: number | null
    p99: number | null
    approximate?: boolean
  }
  ReportingBucketAggregate: {
    from: string
    to: string
    successRatio: number
    avg: number | null
    p95: number | null
    p99: number | null
    approximate?: boolean
  }
  ReportingBucketAggregateList: Schemas['ReportingBucketAggregate'][]
  ReportingList: Schemas['Reporting'][]
  ReportingTagList: string[]
  RetryStrategy: {
    type: 'FIXED' | 'LINEAR' | 'EXPONENTIAL' | 'SINGLE_RETRY'
    baseBackoffSeconds?: number
    sameRegion?: boolean
    maxRetries?: number
    maxDurationSeconds?: number
    onlyOn?: 'NETWORK_ERROR'[]
  } | null
  RunSeries: {
    runLocation: string
    servedBy: 'AGENT' | 'STAND_IN'
    startedAt: number[]
    responseTime: (number | null)[]
    verdict: ('PASSED' | 'DEGRADED' | 'FAILED' | 'WITHHELD')[]
  }
  RunningAgent: {
    version: string
    isOutdated: boolean
    count: number
    agents: Schemas['RunningAgentInfo'][]
  }
  RunningAgentInfo: {
    id: string
    lastSeenAt: string
  }
  Runtime: {
    name: string
    multiStepSupport: boolean
    nodeJsVersion: string
    stage?: Schemas['RuntimeStage']
    runtimeEndOfLife?: string
    description?: string
    dependencies: Schemas['RuntimeDependencies']
  }
  RuntimeDependencies: { [name: string]: string }
  RuntimeList: Schemas['Runtime'][]
  RuntimeStage: 'ALPHA' | 'BETA' | 'CURRENT' | 'DEPRECATED' | 'REMOVED' | 'STABLE'
  SecondFactor: {
    isEnabled: boolean
    hasPassword: boolean
    enabledAt: string | null
    recoveryCodesLeft: number
    requiredBy: string[]
  }
  SecondFactorConfirmation: {
    code: string
  }
  SecondFactorFirstSession: {
    session: Schemas['Session']
    recoveryCodes: string[]
  }
  SecondFactorProof: {
    currentPassword: string
    code: string
  }
  SecondFactorSecret: {
    secret: string
    otpauthUrl: string
  }
  SecondFactorSetUp: {
    currentPassword: string
    code?: string
  }
  SecondFactorSignIn: {
    challenge: string
    code: string
  }
  SecondFactorSignInSetUp: {
    challenge: string
  }
  SecretFinding: {
    entityType: 'CHECK' | 'CHECK_GROUP' | 'SNIPPET' | 'ALERT_CHANNEL' | 'INTEGRATION' | 'ENVIRONMENT_VARIABLE'
    entityId: string
    entityName: string | null
    checkType: string | null
    project: {
      logicalId: string
      name: string | null
    } | null
    logicalId: string | null
    fieldPath: string
    fieldKey: string | null
    valuePreview: string | null
  }
  SecretFindings: Schemas['SecretFinding'][]
  ServiceApiKey: {
    id: string
    name: string
    lastFour: string
    createdAt: string
    lastUsedAt: string | null
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
  }
  ServiceApiKeyCreate: {
    name: string
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
  }
  ServiceApiKeyCreated: {
    id: string
    name: string
    lastFour: string
    createdAt: string
    lastUsedAt: string | null
    role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
    key: string
  }
  ServiceApiKeyList: Schemas['ServiceApiKey'][]
  Session: {
    user: {
      id: string
      name: string | null
      email: string
    }
    accounts: {
      id: string
      name: string
      role: 'OWNER' | 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
    }[]
    csrfToken: string
    expiresAt: string
    liveEventId: string
  }
  SessionCreate: {
    email: string
    password: string
  }
  SharedFile: {
    path: string
    content: string
  }
  ShownGroupApiCheckDefaults: {
    url?: string | null
    headers?: Schemas['ShownGroupKeyValue'][]
    queryParameters?: Schemas['ShownGroupKeyValue'][]
    assertions?: Schemas['GroupApiAssertion'][]
    basicAuth?: {
      username: string
      password: string | null
    } | null
  }
  ShownGroupKeyValue: {
    key: string
    value: string | null
    locked?: boolean
  }
  ShownGroupRetryStrategy: Schemas['RetryStrategy'] | 'FALLBACK'
  SignInChallenge: {
    next: 'SECOND_FACTOR' | 'SET_UP_SECOND_FACTOR'
    challenge: string
    expiresAt: string
  }
  SignInOptions: {
    hasPassword: boolean
    provider: {
      name: string
      url: string
    } | null
  }
  SilenceCreate: {
    checkIds?: string[]
    groupIds?: number[]
    minutes?: number | null
    until?: string | null
  }
  SnapshotComparison: {
    path: string
    state: 'DIFFERENT' | 'MISSING' | 'OTHER_BROWSER' | 'STORED'
    expected: string | null
    actual: string | null
    diff: string | null
    key?: string | null
  }
  Snippet: {
    id: number
    name: string
    script: string
    created_at: string
    updated_at: string | null
  }
  SnippetCreate: {
    name: string
    script: string
  }
  SnippetList: Schemas['Snippet'][]
  SslAssertion: {
    source: 'CERTIFICATE' | 'CONNECTION' | 'RESPONSE_TIME' | 'JSON_RESPONSE' | 'TEXT_RESPONSE'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  SslBaselineResult: {
    verdict: 'pass' | 'warn' | 'fail'
    grade: 'A-' | 'B' | 'F'
    minTLSVersion?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    minKeySizeBits?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    weakSignatureAlgorithm?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    weakCipherSuite?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    knownBadCA?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    recommendedTLSVersion?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    recommendedKeySizeBits?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    ocspMustStapleRespected?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
    sctPresent?: {
      violated: boolean
      severity: 'fail' | 'degrade' | 'ignore'
    }
  } | null
  SslCertificate: {
    subject: string
    issuer: string
    subjectCN: string | null
    issuerCN: string | null
    serialNumber: string
    notBefore: string
    notAfter: string
    sans: string[]
    fingerprintSha256: string
    issuerFingerprintSha256: string | null
    signatureAlgorithm: string
    keyAlgorithm: string
    keySizeBits: number | null
    selfSigned: boolean
    isCA: boolean
    mustStaple: boolean
    hasSct: boolean
  }
  SslConfig: {
    hostname: string
    port?: number
    serverName?: string | null
    ipFamily?: 'IPv4' | 'IPv6'
    skipChainValidation?: boolean
    handshakeTimeoutMs?: number
    alertDaysBeforeExpiry?: number
    securityBaseline?: Schemas['SslSecurityBaseline']
    clientCertificateMode?: 'auto' | 'explicit' | null
  }
  SslMonitor: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['SslRequest']
    checkType: 'SSL'
  }
  SslMonitorCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'SSL'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['SslRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  SslMonitorPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'SSL'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['SslRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  SslMonitorUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'SSL'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['SslRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  SslMonitorV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['SslRequest']
    checkType: 'SSL'
  }
  SslMonitorV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['SslRequest']
    checkType: 'SSL'
  }
  SslRequest: {
    sslConfig: Schemas['SslConfig']
    sslClientCertificateId?: string | null
    assertions?: Schemas['SslAssertion'][]
  }
  SslSecurityBaseline: {
    enabled?: boolean
    minTLSVersion?: {
      value?: 'TLS1.2' | 'TLS1.3'
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    minKeySizeBits?: {
      value?: number
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    weakSignatureAlgorithm?: {
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    weakCipherSuite?: {
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    knownBadCA?: {
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    recommendedTLSVersion?: {
      value?: 'TLS1.2' | 'TLS1.3'
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    recommendedKeySizeBits?: {
      value?: number
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    ocspMustStapleRespected?: {
      severity?: 'fail' | 'degrade' | 'ignore'
    }
    sctPresent?: {
      severity?: 'fail' | 'degrade' | 'ignore'
    }
  }
  StartedCheckTry: {
    id: string
    status: 'QUEUED' | 'RUNNING' | 'ENDED' | 'FAILED_TO_RUN'
  }
  StartedTestSession: {
    schedulingId: string
    testSessionId?: string
    testResultIds?: { [name: string]: string }
    sequenceIds: { [name: string]: string }
  }
  StaticIpv4Address: string
  StaticIpv4ByRegionResponse: { [name: string]: Schemas['StaticIpv4Address'][] }
  StaticIpv4ListResponse: Schemas['StaticIpv4Address'][]
  StaticIpv6ByRegionResponse: { [name: string]: Schemas['StaticIpv6CidrRange'][] }
  StaticIpv6CidrRange: string
  StaticIpv6ListResponse: Schemas['StaticIpv6CidrRange'][]
  StatusPage: {
    id: string
    accountId: string
    name: string
    url: string
    description: string | null
    customDomain: string | null
    logo: string | null
    logoDark: string | null
    favicon: string | null
    redirectTo: string | null
    defaultTheme: 'LIGHT' | 'DARK' | 'AUTO'
    themeColors: Schemas['StatusPageTheme']
    privacyPolicyLink: string | null
    termsOfServiceLink: string | null
    supportLink: string | null
    footerText: string | null
    googleAnalyticsTag: string | null
    allowIndexing: boolean
    layout: Schemas['StatusPageLayout']
    cards: Schemas['StatusPageCard'][]
    version: number
    revision: number
    isPrivate: boolean
    whiteLabel: boolean
    keys: Schemas['StatusPageKey'][]
    subscriberCount: number
    customDomainStatus: Schemas['StatusPageCustomDomainStatus']
    incidents: Schemas['StatusPageListedIncident'][]
    projectBindings: Schemas['ProjectBindings']
    created_at: string
    updated_at: string | null
  }
  StatusPageAutomationRule: {
    id: string
    statusPageId: string
    name: string
    enabled: boolean
    firstUpdate: string
    lastUpdate: string
    notifySubscribers: boolean
    tags: string[]
    coolDownWindowMinutes: number
    components: Schemas['StatusPageAutomationRuleComponent'][]
    incidentId: string | null
    lastOpenedAt: string | null
    projectBindings: Schemas['ProjectBindings']
    created_at: string
    updated_at: string | null
  }
  StatusPageAutomationRuleComponent: {
    componentId: string
    targetImpact: Schemas['StatusPageComponentImpact']
  }
  StatusPageAutomationRuleList: Schemas['StatusPageAutomationRule'][]
  StatusPageAutomationRulePatch: {
    name?: string
    enabled?: boolean
    firstUpdate?: string
    lastUpdate?: string
    notifySubscribers?: boolean
    tags?: string[]
    coolDownWindowMinutes?: number
    components?: Schemas['StatusPageAutomationRuleComponent'][]
  }
  StatusPageAutomationRuleWrite: {
    name: string
    enabled?: boolean
    firstUpdate: string
    lastUpdate: string
    notifySubscribers?: boolean
    tags: string[]
    coolDownWindowMinutes?: number
    components: Schemas['StatusPageAutomationRuleComponent'][]
  }
  StatusPageCard: {
    id: string
    name: string
    services: Schemas['StatusPageService'][]
    created_at: string
    updated_at: string | null
  }
  StatusPageCardServiceReference: {
    id: string
  }
  StatusPageCardWrite: {
    id?: string
    name: string
    services?: Schemas['StatusPageCardServiceReference'][]
  }
  StatusPageComponent: {
    id: string
    statusPageId: string
    type: 'SERVICE' | 'GROUP'
    name: string
    description: string | null
    hidden: boolean
    displayOrder: number
    parentId: string | null
    configuration: Schemas['StatusPageComponentConfiguration']
    status: Schemas['StatusPageComponentStatus']
    monitored: boolean
    projectBindings: Schemas['ProjectBindings']
    created_at: string
    updated_at: string | null
  }
  StatusPageComponentConfiguration: {
    showHistoricalData: boolean
    expandedByDefault?: boolean
  }
  StatusPageComponentConfigurationWrite: {
    showHistoricalData?: boolean
    expandedByDefault?: boolean
  }
  StatusPageComponentImpact: 'UNDER_MAINTENANCE' | 'DEGRADED_PERFORMANCE' | 'PARTIAL_OUTAGE' | 'MAJOR_OUTAGE'
  StatusPageComponentList: Schemas['StatusPageComponent'][]
  StatusPageComponentPatch: {
    type?: 'SERVICE' | 'GROUP'
    name?: string
    description?: string | null
    hidden?: boolean
    displayOrder?: number
    parentId?: string | null
    configuration?: Schemas['StatusPageComponentConfigurationWrite']
  }
  StatusPageComponentStatus: 'OPERATIONAL' | 'UNDER_MAINTENANCE' | 'DEGRADED_PERFORMANCE' | 'PARTIAL_OUTAGE' | 'MAJOR_OUTAGE'
  StatusPageComponentWrite: {
    type?: 'SERVICE' | 'GROUP'
    name: string
    description?: string | null
    hidden?: boolean
    displayOrder?: number
    parentId?: string | null
    configuration?: Schemas['StatusPageComponentConfigurationWrite']
  }
  StatusPageCustomDomainStatus: {
    verifiedAt: string | null
    lastCheckedAt: string | null
    problem: string | null
    txtName: string
    txtValue: string
    cnameTarget: string
  } | null
  StatusPageIncident: {
    id: string
    name: string
    severity: Schemas['IncidentSeverity']
    services: Schemas['StatusPageService'][]
    components: Schemas['StatusPageIncidentComponent'][]
    lastUpdateStatus: Schemas['StatusPageIncidentLastStatus']
    duration: number | null
    checkId: string | null
    automationRuleId: string | null
    draftUpdate: Schemas['StatusPageIncidentDraft']
    created_at: string
    updated_at: string
    incidentUpdates: Schemas['StatusPageIncidentUpdateList']
  }
  StatusPageIncidentComponent: {
    id: string
    name: string
    impact: Schemas['StatusPageComponentImpact']
  }
  StatusPageIncidentComponentReference: {
    id: string
    impact: Schemas['StatusPageComponentImpact']
  }
  StatusPageIncidentCreate: {
    name: string
    severity?: Schemas['StatusPageIncidentSeverityWrite']
    services?: Schemas['StatusPageIncidentServiceReference'][]
    components?: Schemas['StatusPageIncidentComponentReference'][]
    incidentUpdates: Schemas['StatusPageIncidentUpdateCreate'][]
  }
  StatusPageIncidentDraft: {
    status: Schemas['StatusPageIncidentStatus']
    description: string
    created_at: string
  } | null
  StatusPageIncidentLastStatus: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
  StatusPageIncidentPage: {
    length: number
    entries: Schemas['StatusPageIncident'][]
    nextId: string | null
  }
  StatusPageIncidentPatch: {
    severity: Schemas['IncidentSeverity']
  }
  StatusPageIncidentReplace: {
    name: string
    severity?: Schemas['StatusPageIncidentSeverityWrite']
    services?: Schemas['StatusPageIncidentServiceReference'][]
    components?: Schemas['StatusPageIncidentComponentReference'][]
  }
  StatusPageIncidentServiceReference: {
    id: string
  }
  StatusPageIncidentSeverityWrite: 'CRITICAL' | 'MAJOR' | 'MEDIUM' | 'MINOR'
  StatusPageIncidentStatus: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
  StatusPageIncidentUpdate: {
    id: string
    description: string
    status: Schemas['StatusPageIncidentStatus']
    publicIncidentUpdateDate: string
    notifySubscribers: boolean
    created_at: string
  }
  StatusPageIncidentUpdateChange: {
    description: string
    status?: Schemas['StatusPageIncidentStatus']
    publicIncidentUpdateDate?: string
    notifySubscribers?: boolean
  }
  StatusPageIncidentUpdateCreate: {
    description: string
    status?: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
    publicIncidentUpdateDate?: string
    notifySubscribers?: boolean
  }
  StatusPageIncidentUpdateList: Schemas['StatusPageIncidentUpdate'][]
  StatusPageKey: {
    id: string
    maskedKey: string
    created_at: string
    updated_at: string | null
  }
  StatusPageLayout: 'CARDS' | 'COMPONENTS'
  StatusPageList: {
    length: number
    entries: Schemas['StatusPage'][]
    nextId: string | null
  }
  StatusPageListedIncident: {
    id: string
    name: string
    severity: Schemas['IncidentSeverity']
    services: Schemas['StatusPageService'][]
    components: Schemas['StatusPageIncidentComponent'][]
    lastUpdateStatus: Schemas['StatusPageIncidentLastStatus']
    duration: number | null
    checkId: string | null
    automationRuleId: string | null
    draftUpdate: Schemas['StatusPageIncidentDraft']
    created_at: string
    updated_at: string
  }
  StatusPagePassword: {
    id: string
    maskedKey: string
    created_at: string
    updated_at: string | null
    password: string
  }
  StatusPageService: {
    id: string
    accountId: string
    name: string
    created_at: string
    updated_at: string | null
  }
  StatusPageServiceDetail: {
    id: string
    accountId: string
    name: string
    created_at: string
    updated_at: string | null
    follows: Schemas['StatusPageServiceFollows']
    projectBindings: Schemas['ProjectBindings']
  }
  StatusPageServiceFollows: {
    checkIds: string[]
    tags: string[]
    delayMinutes: number
  } | null
  StatusPageServiceFollowsWrite: {
    checkIds?: string[]
    tags?: string[]
    delayMinutes?: number
  } | null
  StatusPageServicePage: {
    length: number
    entries: Schemas['StatusPageServiceDetail'][]
    nextId: string | null
  }
  StatusPageServiceWrite: {
    name: string
    follows?: Schemas['StatusPageServiceFollowsWrite']
  }
  StatusPageSubscription: {
    id: string
    type: 'EMAIL'
    address: string
    status: Schemas['StatusPageSubscriptionStatus']
    created_at: string
    updated_at: string
  }
  StatusPageSubscriptionCreate: {
    type: 'EMAIL'
    config: string | {
      address: string
    }
  }
  StatusPageSubscriptionList: Schemas['StatusPageSubscription'][]
  StatusPageSubscriptionStatus: 'PENDING' | 'VERIFIED'
  StatusPageSubscriptionsBulkCreate: {
    subscriptions: Schemas['StatusPageSubscriptionCreate'][]
    autoVerify?: boolean
  }
  StatusPageSubscriptionsBulkCreated: {
    created: number
    skipped: number
    status: Schemas['StatusPageSubscriptionStatus']
  }
  StatusPageTheme: {
    light: Schemas['StatusPageThemeColors']
    dark: Schemas['StatusPageThemeColors']
  } | null
  StatusPageThemeColors: {
    bodyBackgroundColor: string
    headerBackgroundColor: string
    headerFontColor: string
    titleFontColor: string
    bodyFontColor: string
    bodyFontColorMuted: string
    navigationFontColor: string
    linkFontColor: string
    cardBackgroundColor: string
    borderColor: string
    primaryButtonBackgroundColor: string
    primaryButtonFontColor: string
  }
  StatusPageThemeColorsWrite: {
    bodyBackgroundColor?: string
    headerBackgroundColor?: string
    headerFontColor?: string
    titleFontColor?: string
    bodyFontColor?: string
    bodyFontColorMuted?: string
    navigationFontColor?: string
    linkFontColor?: string
    cardBackgroundColor?: string
    borderColor?: string
    primaryButtonBackgroundColor?: string
    primaryButtonFontColor?: string
  }
  StatusPageThemeWrite: {
    light?: Schemas['StatusPageThemeColorsWrite']
    dark?: Schemas['StatusPageThemeColorsWrite']
  } | null
  StatusPageWrite: {
    name: string
    url: string
    description?: string | null
    customDomain?: string | null
    logo?: string | null
    logoDark?: string | null
    favicon?: string | null
    redirectTo?: string | null
    defaultTheme?: 'LIGHT' | 'DARK' | 'AUTO'
    themeColors?: Schemas['StatusPageThemeWrite']
    privacyPolicyLink?: string | null
    termsOfServiceLink?: string | null
    supportLink?: string | null
    footerText?: string | null
    googleAnalyticsTag?: string | null
    allowIndexing?: boolean
    version?: number | null
    revision?: number | null
    cards?: Schemas['StatusPageCardWrite'][]
  }
  StepSeries: {
    runLocation: string
    servedBy: 'AGENT' | 'STAND_IN'
    startedAt: number[]
    verdict: ('PASSED' | 'DEGRADED' | 'FAILED' | 'WITHHELD')[]
    durationMs: (number | null)[][]
  }
  StepTimes: {
    checkId: string
    from: string
    to: string
    isComplete: boolean
    runs: number
    steps: Schemas['TimedStep'][]
    otherSteps: number
    series: Schemas['StepSeries'][]
  }
  SubscribeUnnotified: {
    alertChannelIds: number[]
    checkIds?: string[]
  }
  SubscribedUnnotified: {
    checks: number
    groups: number
  }
  SuiteAttachment: {
    name: string
    contentType: string
    file: string | null
  }
  SuiteAttemptError: {
    message: string
    location: string | null
    snippet: string | null
  }
  SuitePage: {
    url: string
    title: string
    startMs: number
    softNavigation?: true
    webVitals: {
      FCP?: Schemas['WebVital']
      LCP?: Schemas['WebVital']
      CLS?: Schemas['WebVital']
      TBT?: Schemas['WebVital']
      TTFB?: Schemas['WebVital']
      INP?: Schemas['WebVital']
    }
  }
  SuiteStep: {
    kind: 'hook' | 'step' | 'expect' | 'action'
    title: string
    depth: number
    startMs: number
    durationMs: number | null
    error: string | null
  }
  SuiteTest: {
    project: string
    file: string
    title: string
    outcome: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    attempts: {
      status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted'
      startMs: number
      durationMs: number
      error: string | null
      errors?: Schemas['SuiteAttemptError'][]
      steps?: Schemas['SuiteStep'][]
      attachments?: Schemas['SuiteAttachment'][]
    }[]
  }
  TcpAssertion: {
    source: 'RESPONSE_TIME' | 'RESPONSE_DATA'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  TcpCheck: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['TcpRequest']
    checkType: 'TCP'
  }
  TcpCheckCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'TCP'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['TcpRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  TcpCheckPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'TCP'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['TcpRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  TcpCheckUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'TCP'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['TcpRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  TcpCheckV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['TcpRequest']
    checkType: 'TCP'
  }
  TcpCheckV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['TcpRequest']
    checkType: 'TCP'
  }
  TcpRequest: {
    hostname?: string
    url?: string
    port: number
    data?: string | null
    body?: string | null
    ipFamily?: 'IPv4' | 'IPv6'
    assertions?: Schemas['TcpAssertion'][]
  }
  TcpTimingPhases: {
    dns: number
    connection: number
    data: number
    total: number
  } | null
  TestCheckRunJob: {
    logicalId: string
    filePath?: string | null
    group?: { [name: string]: unknown } | null
    testRetryStrategy?: Schemas['RetryStrategy']
    sourceInfo?: {
      checkRunSuiteId?: string
      checkRunId?: string
      updateSnapshots?: boolean
    }
    [name: string]: unknown
  }
  TestError: {
    test: string | null
    message: string
    location: string | null
    snippet: string | null
  }
  TestNode: {
    kind: 'test' | 'hook' | 'step' | 'request' | 'expect' | 'action'
    title: string
    depth: number
    startMs: number
    durationMs: number | null
    error: string | null
    request?: Schemas['TestRequest']
    response?: Schemas['TestResponse']
  }
  TestRequest: {
    method: string
    url: string
    headers: { [name: string]: string }
    body: string
  }
  TestResponse: {
    status: number
    statusText: string
    url: string
    headers: { [name: string]: string }
    body: string
    bodySize: number
    bodyTruncated?: boolean
  } | null
  TestResultLinks: {
    testResultLink: string
    testTraceLinks: string[]
    videoLinks: string[]
    screenshotLinks: string[]
  }
  TestRunLocation: string | {
    type: 'PUBLIC' | 'PRIVATE'
    region?: string
    id?: string
    slugName?: string
  }
  TestScheduling: {
    schedulingId: string
    testSessionId: string | null
    status: 'SUCCEEDED' | 'FAILED'
    checksTotal: number
    error: {
      code: string
      message: string
    } | null
    createdAt: string
    startedAt: string
    endedAt: string
  }
  TestSession: {
    testSessionId: string
    testSessionLink: string
    name: string
    provider: 'GITHUB' | 'VERCEL' | 'API' | 'TRIGGER' | 'PW_REPORTER'
    runLocation: string
    status: 'RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED'
    errorGroupIds: string[]
    startedAt: string
    stoppedAt: string | null
    timeElapsed: number
    metadata: Schemas['TestSessionMetadata']
    invoker: string | null
    projectLogicalId: string | null
    results: Schemas['TestSessionResultEntry'][]
  }
  TestSessionGitHub: {
    reporting: boolean
    repository?: string | null
    sha?: string | null
    runId?: string | null
    runAttempt?: string | null
    workflow?: string | null
    job?: string | null
    eventName?: string | null
    ref?: string | null
    headRef?: string | null
    baseRef?: string | null
    serverUrl?: string | null
  }
  TestSessionLink: {
    link: string
  }
  TestSessionList: {
    length: number
    entries: Schemas['TestSessionListEntry'][]
    nextId: string | null
  }
  TestSessionListEntry: {
    id: string
    accountId: string
    projectId: string | null
    name: string
    provider: string
    errorGroupIds: string[] | null
    running: string[] | null
    passed: string[] | null
    failed: string[] | null
    cancelled: string[]
    status: 'RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED'
    region: string
    privateLocationId: string | null
    invoker?: {
      name: string
      picture: string | null
    }
    repoUrl: string | null
    commitId: string | null
    commitOwner: string | null
    commitMessage: string | null
    branchName: string | null
    environment: string | null
    startedAt: string
    stoppedAt: string | null
    created_at: string
    updated_at: string | null
  }
  TestSessionMetadata: {
    environment?: string
    repoUrl?: string | null
    commitId?: string | null
    commitOwner?: string | null
    commitMessage?: string | null
    branchName?: string | null
    github?: Schemas['TestSessionGitHub']
  }
  TestSessionResultDetails: {
    name: string
    hasFailures: boolean
    hasErrors: boolean
    isDegraded: boolean
    isCancelled: boolean
    overMaxResponseTime: boolean
    runLocation: string
    servedBy: 'AGENT' | 'STAND_IN' | null
    reason: string | null
    startedAt: string | null
    stoppedAt: string | null
    created_at: string
    responseTime: number | null
    apiCheckResult: Schemas['CheckResultAPI']
    browserCheckResult: Schemas['CheckResultBrowser']
    multiStepCheckResult: Schemas['CheckResultMultiStep']
    agenticCheckResult: { [name: string]: unknown } | null
    playwrightCheckResult: Schemas['CheckResultPlaywright']
    tracerouteCheckResult: Schemas['CheckResultTraceroute']
    grpcCheckResult: Schemas['CheckResultGrpc']
    sslCheckResult: Schemas['CheckResultSsl']
    icmpCheckResult: Schemas['CheckResultICMP']
    tcpCheckResult: Schemas['CheckResultTCP']
    dnsCheckResult: Schemas['CheckResultDNS']
    checkRunId: number
    attempts: number
    resultType: 'FINAL' | 'ATTEMPT' | 'PENDING'
    sequenceId: string
    traceId: string | null
    errorGroupIds: string[]
    secretsWithheldFrom: string | null
    hasUnreadableDetails: boolean
    testSessionResultId: string
    testSessionResultLink: string
    checkId: string | null
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    logicalId: string | null
    status: 'RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED'
    aborted: boolean
    waitingFor: string | null
    id: string
    privateLocationId: string | null
    filePath: string | null
    scheduleError: string | null
    updated_at: string | null
  }
  TestSessionResultEntry: {
    testSessionResultId: string
    testSessionResultLink: string
    checkId: string | null
    checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    name: string
    logicalId: string | null
    runLocation: string
    errorGroupIds: string[]
    resultType: 'FINAL' | 'ATTEMPT' | 'PENDING'
    status: 'RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED'
    hasErrors: boolean
    hasFailures: boolean
    isDegraded: boolean
    aborted: boolean
    responseTime: number | null
    startedAt: string | null
    stoppedAt: string | null
    attempts: number
    reason: string | null
    waitingFor: string | null
  }
  TestSessionRun: {
    name: string
    checkRunJobs: Schemas['TestCheckRunJob'][]
    project?: {
      logicalId: string
    }
    sharedFiles?: Schemas['SharedFile'][]
    runLocation: Schemas['TestRunLocation']
    repoInfo?: { [name: string]: unknown } | null
    environment?: string | null
    shouldRecord?: boolean
    streamLogs?: boolean
    refreshCache?: boolean
  }
  TestSessionTrigger: {
    name: string
    shouldRecord?: boolean
    runLocation: Schemas['TestRunLocation']
    checkRunSuiteId?: string
    targetTags?: string[][]
    checkId?: string[]
    environmentVariables?: Schemas['TestSessionVariable'][]
    repoInfo?: { [name: string]: unknown } | null
    environment?: string | null
    testRetryStrategy?: Schemas['RetryStrategy']
    refreshCache?: boolean
  }
  TestSessionVariable: {
    key: string
    value: string | null
    locked?: boolean
    secret?: boolean
  }
  TimeToPage: {
    worstCase: {
      waitForRun: number
      escalation: number
      attempts: number
      total: number
      totalToFirstTry: number
    } | null
    measured: {
      from: string
      to: string
      alerts: number
      toWritten: Schemas['MeasuredTimes']
      toFirstTry: Schemas['MeasuredTimes']
      toAccepted: Schemas['MeasuredTimes']
    }
    exceeded: number
  }
  TimedStep: {
    kind: 'test' | 'step' | 'request'
    title: string
    path: string[]
  }
  TraceExport: {
    enabled: boolean
    sendTraceHeaders: boolean
    endpoint: string | null
    headers: {
      key: string
      value: string | null
    }[]
    lastExportedAt: string | null
    lastError: string | null
    pendingRuns: number
    skippedRuns: number
  }
  TraceExportUpdate: {
    enabled: boolean
    sendTraceHeaders?: boolean
    endpoint: string
    headers?: {
      key: string
      value?: string | null
    }[]
  }
  TracerouteAssertion: {
    source: 'RESPONSE_TIME' | 'HOP_COUNT' | 'PACKET_LOSS'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  TracerouteHop: {
    hop_number: number
    main_ip?: string
    main_host?: string
    sent: number
    received: number
    loss_percentage: number
    rtt?: {
      last_ms: number
      avg_ms: number
      best_ms: number
      worst_ms: number
      stddev_ms: number
    }
    asn?: number
    asn_org?: string
    country?: string
    aws_region?: string
    aws_service?: string
  }
  TracerouteMonitor: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['TracerouteRequest']
    checkType: 'TRACEROUTE'
  }
  TracerouteMonitorCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'TRACEROUTE'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['TracerouteRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  TracerouteMonitorPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'TRACEROUTE'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['TracerouteRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  TracerouteMonitorUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'TRACEROUTE'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['TracerouteRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  TracerouteMonitorV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['TracerouteRequest']
    checkType: 'TRACEROUTE'
  }
  TracerouteMonitorV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['TracerouteRequest']
    checkType: 'TRACEROUTE'
  }
  TracerouteRequest: {
    url: string
    protocol?: 'TCP' | 'UDP' | 'ICMP' | 'SCTP' | null
    port?: number | null
    ipFamily?: 'IPv4' | 'IPv6' | null
    maxHops?: number | null
    maxUnknownHops?: number | null
    ptrLookup?: boolean | null
    timeout?: number | null
    assertions?: Schemas['TracerouteAssertion'][]
  }
  TriggerCheckSessionRequestPayload: {
    target?: Schemas['TriggerCheckSessionTarget']
    refreshCache?: boolean
  } | null
  TriggerCheckSessionResponse: {
    sessions: Schemas['CheckSession'][]
    notStarted: Schemas['NotStartedCheck'][]
  }
  TriggerCheckSessionTarget: {
    matchTags?: string[][]
    checkId?: string[]
  }
  TriggerIncident: {
    serviceId: string
    severity: 'CRITICAL' | 'MAJOR' | 'MEDIUM' | 'MINOR'
    name: string
    description: string
    notifySubscribers: boolean
  } | null
  TriggerTestSession: {
    name: string
    runLocation: string
    target?: {
      matchTags?: string[][]
      checkId?: string[]
      allowDeactivated?: boolean
    }
    environmentVariables?: Schemas['TestSessionVariable'][]
    retryStrategy?: Schemas['RetryStrategy']
    refreshCache?: boolean
    metadata?: Schemas['TestSessionMetadata']
  }
  TriggeredCheck: {
    checkId: string
    name: string
    hasFailures: boolean | null
    hasErrors: boolean
    responseTime?: number | null
    checkSessionId: string | null
    error: string | null
    secretsWithheldFrom: string | null
  }
  TriggeredGroup: Schemas['TriggeredCheck'][]
  TriggeredRun: {
    hasFailures: boolean | null
    hasErrors: boolean
    responseTime?: number | null
    checkSessionId: string
    secretsWithheldFrom: string | null
  }
  TriggeredTestSession: {
    checks: {
      id: string
      name: string
      checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
    }[]
    testSessionId?: string
    testResultIds?: { [name: string]: string }
    sequenceIds: { [name: string]: string }
  }
  TypedCheckIntent: {
    goal: string
    constraints: {
      type: 'REQUIRED_OUTCOME' | 'MUST_PRESERVE'
      statement: string
    }[]
  } | null
  UnnotifiedChecks: {
    total: number
    checks: {
      id: string
      name: string
    }[]
    groups: {
      id: number
      name: string
      checks: number
    }[]
  }
  UnsavedChannelTest: {
    type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
    config: { [name: string]: unknown }
    alertChannelId?: number | null
  }
  UptimeKumaConversion: {
    configuration: Schemas['Configuration']
    report: {
      carried: string[]
      changed: Schemas['UptimeKumaNote'][]
      left: Schemas['UptimeKumaNote'][]
    }
  }
  UptimeKumaNote: {
    what: string
    why: string
  }
  UptimeKumaTables: {
    version?: '1' | '2'
    tables: {
      monitor?: { [name: string]: unknown }[]
      notification?: { [name: string]: unknown }[]
      monitor_notification?: { [name: string]: unknown }[]
      tag?: { [name: string]: unknown }[]
      monitor_tag?: { [name: string]: unknown }[]
      status_page?: { [name: string]: unknown }[]
      status_page_cname?: { [name: string]: unknown }[]
      group?: { [name: string]: unknown }[]
      monitor_group?: { [name: string]: unknown }[]
      incident?: { [name: string]: unknown }[]
      maintenance?: { [name: string]: unknown }[]
      monitor_maintenance?: { [name: string]: unknown }[]
      maintenance_status_page?: { [name: string]: unknown }[]
      proxy?: { [name: string]: unknown }[]
      user?: { [name: string]: unknown }[]
    }
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[]
    privateLocations?: string[]
  }
  UrlAssertion: {
    source: 'STATUS_CODE'
    property?: string
    comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN' | 'CONTAINS' | 'NOT_CONTAINS' | 'IS_EMPTY' | 'NOT_EMPTY' | 'IS_NULL' | 'NOT_NULL' | 'HAS_KEY' | 'NOT_HAS_KEY' | 'HAS_VALUE' | 'NOT_HAS_VALUE'
    target?: string
    regex?: string | null
  }
  UrlMonitor: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    project: Schemas['CheckProject']
    logicalId: string | null
    member: boolean | null
    pending: boolean | null
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['UrlRequest']
    checkType: 'URL'
  }
  UrlMonitorCreate: {
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsCreate']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'URL'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request: Schemas['UrlRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['EnvironmentVariable'][] | null
  }
  UrlMonitorPatch: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'URL'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['UrlRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  UrlMonitorUpdate: {
    name?: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettingsInput']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    privateLocations?: string[] | null
    intent?: Schemas['CheckIntent']
    aiAutoRepairEnabled?: boolean | null
    checkType?: 'URL'
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    request?: Schemas['UrlRequest']
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    environmentVariables?: Schemas['VariableInput'][] | null
  }
  UrlMonitorV2: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['CheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['UrlRequest']
    checkType: 'URL'
  }
  UrlMonitorV3: {
    id: string
    name: string
    activated?: boolean
    muted?: boolean
    doubleCheck?: boolean
    shouldFail?: boolean
    useGlobalAlertSettings?: boolean
    groupId?: number | null
    groupOrder?: number | null
    runParallel?: boolean
    description?: string | null
    locations?: ('us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'ca-central-1' | 'sa-east-1' | 'eu-west-1' | 'eu-central-1' | 'eu-west-2' | 'eu-west-3' | 'eu-north-1' | 'eu-south-1' | 'me-south-1' | 'ap-southeast-1' | 'ap-northeast-1' | 'ap-east-1' | 'ap-southeast-2' | 'ap-southeast-3' | 'ap-northeast-2' | 'ap-northeast-3' | 'ap-south-1' | 'af-south-1')[] | null
    tags?: string[]
    alertSettings?: Schemas['AlertSettings']
    runtimeId?: '2026.04' | '2025.04' | '2024.09' | '2024.02' | '2023.09' | '2023.02' | '2022.10' | null
    alertChannelSubscriptions?: Schemas['AlertChannelSubscription'][]
    retryStrategy?: Schemas['RetryStrategy']
    triggerIncident?: Schemas['TriggerIncident']
    created_at: string
    updated_at: string | null
    alertChannels?: Schemas['AlertChannels']
    privateLocations?: string[] | null
    aiAutoRepairEnabled?: boolean | null
    projectBindings: Schemas['ProjectBindings']
    intent?: Schemas['TypedCheckIntent']
    frequency?: 0 | 1 | 2 | 5 | 10 | 15 | 30 | 60 | 120 | 180 | 360 | 720 | 1440
    frequencyOffset?: number
    degradedResponseTime?: number | null
    maxResponseTime?: number | null
    request?: Schemas['UrlRequest']
    checkType: 'URL'
  }
  UrlRequest: {
    method?: 'GET'
    url: string
    followRedirects?: boolean
    skipSSL?: boolean
    ipFamily?: 'IPv4' | 'IPv6'
    assertions?: Schemas['UrlAssertion'][]
  }
  UserApiKey: {
    id: string
    name: string
    lastFour: string
    createdAt: string
    lastUsedAt: string | null
  }
  UserApiKeyCreate: {
    name: string
  }
  UserApiKeyCreated: {
    id: string
    name: string
    lastFour: string
    createdAt: string
    lastUsedAt: string | null
    key: string
  }
  UserApiKeyList: Schemas['UserApiKey'][]
  UserIdentity: {
    id: string
    issuer: string
    subject: string
    email: string | null
    createdAt: string
    lastUsedAt: string
  }
  UserSession: {
    id: string
    createdAt: string
    lastUsedAt: string
    expiresAt: string
    address: string | null
    userAgent: string | null
    isCurrent: boolean
  }
  Variable: {
    key: string
    value: string | null
    locked: boolean
    secret: boolean
  }
  VariableCreate: {
    key: string
    value: string
    locked?: boolean
    secret?: boolean
  }
  VariableInput: {
    key: string
    value: string | null
    locked?: boolean
    secret?: boolean
  }
  VariableList: Schemas['Variable'][]
  VariableUpdate: {
    key?: string
    value: string
    locked?: boolean
    secret?: boolean
  }
  VerdictSpan: {
    startsAt: string
    passed: number
    degraded: number
    failed: number
    withheld: number
  }
  WebVital: {
    score: 'GOOD' | 'NEEDS_IMPROVEMENT' | 'POOR'
    value: number
  }
  WebhookTemplate: {
    webhookType: string
    name: string
    url: string
    method: string
    headers: {
      key: string
      value: string
    }[]
    template: string
  }
  WebhookTemplateList: Schemas['WebhookTemplate'][]
  WrittenAlertChannel: {
    id: number
    type: 'EMAIL' | 'SLACK' | 'SLACK_APP' | 'WEBHOOK' | 'SMS' | 'PAGERDUTY' | 'OPSGENIE' | 'CALL'
    config: { [name: string]: unknown }
    subscriptions: Schemas['ChannelSubscription'][]
    sendFailure?: boolean
    sendRecovery?: boolean
    sendDegraded?: boolean
    sslExpiry?: boolean
    sslExpiryThreshold?: number
    autoSubscribe?: boolean
    deliverable: boolean
    deliverableReason: string | null
    created_at: string
    updated_at: string | null
  }
  WrittenPrivateLocation: {
    id: string
    name: string
    slugName: string
    icon: string
    created_at: string
    updated_at: string | null
    keys: Schemas['LocationKeyList']
    proxyUrl: string | null
  }
  WrittenVariable: {
    key: string
    value: string
    locked: boolean
    secret: boolean
  }
}

export type Operations = {
  'POST /v1/checks/api': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['ApiCheckCreate']
    }
    answer: Schemas['ApiCheck']
  }
  'PUT /v1/checks/api/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['ApiCheckUpdate']
    }
    answer: Schemas['ApiCheck']
  }
  'PATCH /v1/checks/api/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['ApiCheckPatch']
    }
    answer: Schemas['ApiCheck']
  }
  'POST /v1/checks/browser': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['BrowserCheckCreate']
    }
    answer: Schemas['BrowserCheck']
  }
  'PUT /v1/checks/browser/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['BrowserCheckUpdate']
    }
    answer: Schemas['BrowserCheck']
  }
  'PATCH /v1/checks/browser/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['BrowserCheckPatch']
    }
    answer: Schemas['BrowserCheck']
  }
  'POST /v1/checks/multistep': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['MultiStepCheckCreate']
    }
    answer: Schemas['MultiStepCheck']
  }
  'PUT /v1/checks/multistep/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['MultiStepCheckUpdate']
    }
    answer: Schemas['MultiStepCheck']
  }
  'PATCH /v1/checks/multistep/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['MultiStepCheckPatch']
    }
    answer: Schemas['MultiStepCheck']
  }
  'POST /v1/checks/playwright': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['PlaywrightCheckCreate']
    }
    answer: Schemas['PlaywrightCheck']
  }
  'PUT /v1/checks/playwright/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['PlaywrightCheckUpdate']
    }
    answer: Schemas['PlaywrightCheck']
  }
  'PATCH /v1/checks/playwright/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['PlaywrightCheckPatch']
    }
    answer: Schemas['PlaywrightCheck']
  }
  'POST /v1/checks/icmp': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['IcmpMonitorCreate']
    }
    answer: Schemas['MonitorICMP']
  }
  'PUT /v1/checks/icmp/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['IcmpMonitorUpdate']
    }
    answer: Schemas['MonitorICMP']
  }
  'PATCH /v1/checks/icmp/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['IcmpMonitorPatch']
    }
    answer: Schemas['MonitorICMP']
  }
  'POST /v1/checks/url': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['UrlMonitorCreate']
    }
    answer: Schemas['UrlMonitor']
  }
  'PUT /v1/checks/url/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['UrlMonitorUpdate']
    }
    answer: Schemas['UrlMonitor']
  }
  'PATCH /v1/checks/url/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['UrlMonitorPatch']
    }
    answer: Schemas['UrlMonitor']
  }
  'POST /v1/checks/tcp': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['TcpCheckCreate']
    }
    answer: Schemas['TcpCheck']
  }
  'PUT /v1/checks/tcp/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['TcpCheckUpdate']
    }
    answer: Schemas['TcpCheck']
  }
  'PATCH /v1/checks/tcp/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['TcpCheckPatch']
    }
    answer: Schemas['TcpCheck']
  }
  'POST /v1/checks/dns': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['DnsMonitorCreate']
    }
    answer: Schemas['DnsMonitor']
  }
  'PUT /v1/checks/dns/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['DnsMonitorUpdate']
    }
    answer: Schemas['DnsMonitor']
  }
  'PATCH /v1/checks/dns/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['DnsMonitorPatch']
    }
    answer: Schemas['DnsMonitor']
  }
  'POST /v1/checks/ssl': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['SslMonitorCreate']
    }
    answer: Schemas['SslMonitor']
  }
  'PUT /v1/checks/ssl/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['SslMonitorUpdate']
    }
    answer: Schemas['SslMonitor']
  }
  'PATCH /v1/checks/ssl/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['SslMonitorPatch']
    }
    answer: Schemas['SslMonitor']
  }
  'POST /v1/checks/traceroute': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['TracerouteMonitorCreate']
    }
    answer: Schemas['TracerouteMonitor']
  }
  'PUT /v1/checks/traceroute/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['TracerouteMonitorUpdate']
    }
    answer: Schemas['TracerouteMonitor']
  }
  'PATCH /v1/checks/traceroute/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['TracerouteMonitorPatch']
    }
    answer: Schemas['TracerouteMonitor']
  }
  'POST /v1/checks/grpc': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['GrpcMonitorCreate']
    }
    answer: Schemas['GrpcMonitor']
  }
  'PUT /v1/checks/grpc/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['GrpcMonitorUpdate']
    }
    answer: Schemas['GrpcMonitor']
  }
  'PATCH /v1/checks/grpc/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['GrpcMonitorPatch']
    }
    answer: Schemas['GrpcMonitor']
  }
  'POST /v1/checks/heartbeat': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['HeartbeatCheckCreate']
    }
    answer: Schemas['HeartbeatCheck']
  }
  'PUT /v1/checks/heartbeat/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['HeartbeatCheckUpdate']
    }
    answer: Schemas['HeartbeatCheck']
  }
  'PATCH /v1/checks/heartbeat/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['HeartbeatCheckPatch']
    }
    answer: Schemas['HeartbeatCheck']
  }
  'GET /v1/checks': {
    request: {
      query?: {
        limit?: number
        page?: number
        apiCheckUrlFilterPattern?: string
        tag?: string[]
        checkType?: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
        search?: string
        status?: 'passing' | 'failing' | 'degraded'
        applyGroupSettings?: boolean
      }
    }
    answer: Schemas['CheckListV1']
  }
  'POST /v1/checks': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['CheckCreate']
    }
    answer: Schemas['ApiCheck'] | Schemas['BrowserCheck'] | Schemas['MultiStepCheck'] | Schemas['PlaywrightCheck'] | Schemas['MonitorICMP'] | Schemas['UrlMonitor'] | Schemas['TcpCheck'] | Schemas['DnsMonitor'] | Schemas['SslMonitor'] | Schemas['TracerouteMonitor'] | Schemas['GrpcMonitor'] | Schemas['HeartbeatCheck']
  }
  'GET /v1/checks/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        includeDependencies?: boolean
        applyGroupSettings?: boolean
      }
    }
    answer: Schemas['ApiCheck'] | Schemas['BrowserCheck'] | Schemas['MultiStepCheck'] | Schemas['PlaywrightCheck'] | Schemas['MonitorICMP'] | Schemas['UrlMonitor'] | Schemas['TcpCheck'] | Schemas['DnsMonitor'] | Schemas['SslMonitor'] | Schemas['TracerouteMonitor'] | Schemas['GrpcMonitor'] | Schemas['HeartbeatCheck']
  }
  'PUT /v1/checks/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['CheckUpdate']
    }
    answer: Schemas['ApiCheck'] | Schemas['BrowserCheck'] | Schemas['MultiStepCheck'] | Schemas['PlaywrightCheck'] | Schemas['MonitorICMP'] | Schemas['UrlMonitor'] | Schemas['TcpCheck'] | Schemas['DnsMonitor'] | Schemas['SslMonitor'] | Schemas['TracerouteMonitor'] | Schemas['GrpcMonitor'] | Schemas['HeartbeatCheck']
  }
  'PATCH /v1/checks/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['CheckUpdate']
    }
    answer: Schemas['ApiCheck'] | Schemas['BrowserCheck'] | Schemas['MultiStepCheck'] | Schemas['PlaywrightCheck'] | Schemas['MonitorICMP'] | Schemas['UrlMonitor'] | Schemas['TcpCheck'] | Schemas['DnsMonitor'] | Schemas['SslMonitor'] | Schemas['TracerouteMonitor'] | Schemas['GrpcMonitor'] | Schemas['HeartbeatCheck']
  }
  'DELETE /v1/checks/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v2/checks': {
    request: {
      query?: {
        limit?: number
        page?: number
        apiCheckUrlFilterPattern?: string
        tag?: string[]
        checkType?: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
        search?: string
        status?: 'passing' | 'failing' | 'degraded'
        applyGroupSettings?: boolean
      }
    }
    answer: Schemas['CheckListV2']
  }
  'GET /v2/checks/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        includeDependencies?: boolean
        applyGroupSettings?: boolean
      }
    }
    answer: Schemas['ApiCheckV2'] | Schemas['BrowserCheckV2'] | Schemas['MultiStepCheckV2'] | Schemas['PlaywrightCheckV2'] | Schemas['MonitorICMPV2'] | Schemas['UrlMonitorV2'] | Schemas['TcpCheckV2'] | Schemas['DnsMonitorV2'] | Schemas['SslMonitorV2'] | Schemas['TracerouteMonitorV2'] | Schemas['GrpcMonitorV2'] | Schemas['HeartbeatCheckV2']
  }
  'GET /v3/checks': {
    request: {
      query?: {
        limit?: number
        page?: number
        apiCheckUrlFilterPattern?: string
        tag?: string[]
        checkType?: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
        search?: string
        status?: 'passing' | 'failing' | 'degraded'
        applyGroupSettings?: boolean
      }
    }
    answer: Schemas['CheckListV3']
  }
  'GET /v3/checks/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        includeDependencies?: boolean
        applyGroupSettings?: boolean
      }
    }
    answer: Schemas['ApiCheckV3'] | Schemas['BrowserCheckV3'] | Schemas['MultiStepCheckV3'] | Schemas['PlaywrightCheckV3'] | Schemas['MonitorICMPV3'] | Schemas['UrlMonitorV3'] | Schemas['TcpCheckV3'] | Schemas['DnsMonitorV3'] | Schemas['SslMonitorV3'] | Schemas['TracerouteMonitorV3'] | Schemas['GrpcMonitorV3'] | Schemas['HeartbeatCheckV3']
  }
  'POST /v1/checks/bulk-edit': {
    request: {
      body: Schemas['BulkEdit']
    }
    answer: Schemas['BulkEditAnswer']
  }
  'POST /v1/checks/{id}/alert-backtest': {
    request: {
      params: {
        id: string
      }
      body: Schemas['AlertBacktestRequest']
    }
    answer: Schemas['AlertBacktest']
  }
  'GET /v1/checks/{id}/time-to-page': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['TimeToPage']
  }
  'GET /v1/checks/{id}/effective-settings': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['EffectiveSettings']
  }
  'GET /v1/checks/heartbeats/{checkId}/events': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        startTime?: string
        endTime?: string
        limit?: number
      }
    }
    answer: Schemas['HeartbeatEventList']
  }
  'GET /v1/checks/heartbeats/{checkId}/events/{id}': {
    request: {
      params: {
        checkId: string
        id: string
      }
    }
    answer: Schemas['HeartbeatEventAnswer']
  }
  'GET /v1/checks/heartbeats/{checkId}/availability': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        startTime?: string
        endTime?: string
      }
    }
    answer: Schemas['HeartbeatAvailability']
  }
  'GET /v1/check-groups': {
    request: {
      query?: {
        limit?: number
        page?: number
        tag?: string[]
        name?: string[]
        search?: string
      }
    }
    answer: Schemas['CheckGroupList']
  }
  'POST /v1/check-groups': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['CheckGroupCreate']
    }
    answer: Schemas['CheckGroup']
  }
  'GET /v1/check-groups/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['CheckGroup']
  }
  'DELETE /v1/check-groups/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'PUT /v1/check-groups/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['CheckGroupUpdate']
    }
    answer: Schemas['CheckGroup']
  }
  'PATCH /v2/check-groups/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['CheckGroupPatchV2']
    }
    answer: Schemas['CheckGroup']
  }
  'PUT /v2/check-groups/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['CheckGroupCreateOrUpdateV2']
    }
    answer: Schemas['CheckGroup']
  }
  'GET /v1/check-groups/{id}/checks': {
    request: {
      params: {
        id: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['CheckListV1']
  }
  'GET /v1/check-groups/{groupId}/checks/{checkId}': {
    request: {
      params: {
        groupId: string
        checkId: string
      }
    }
    answer: Schemas['ApiCheck'] | Schemas['BrowserCheck'] | Schemas['MultiStepCheck'] | Schemas['PlaywrightCheck'] | Schemas['MonitorICMP'] | Schemas['UrlMonitor'] | Schemas['TcpCheck'] | Schemas['DnsMonitor'] | Schemas['SslMonitor'] | Schemas['TracerouteMonitor'] | Schemas['GrpcMonitor'] | Schemas['HeartbeatCheck']
  }
  'POST /v2/check-groups': {
    request: {
      query?: {
        autoAssignAlerts?: boolean
      }
      body: Schemas['CheckGroupCreateOrUpdateV2']
    }
    answer: Schemas['CheckGroup']
  }
  'GET /v2/check-groups/{id}/checks': {
    request: {
      params: {
        id: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['CheckListV2']
  }
  'GET /v2/check-groups/{groupId}/checks/{checkId}': {
    request: {
      params: {
        groupId: string
        checkId: string
      }
    }
    answer: Schemas['ApiCheckV2'] | Schemas['BrowserCheckV2'] | Schemas['MultiStepCheckV2'] | Schemas['PlaywrightCheckV2'] | Schemas['MonitorICMPV2'] | Schemas['UrlMonitorV2'] | Schemas['TcpCheckV2'] | Schemas['DnsMonitorV2'] | Schemas['SslMonitorV2'] | Schemas['TracerouteMonitorV2'] | Schemas['GrpcMonitorV2'] | Schemas['HeartbeatCheckV2']
  }
  'GET /v1/check-results/{checkId}': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        limit?: number
        page?: number
        location?: string
        checkType?: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
        hasFailures?: boolean
        resultType?: 'FINAL' | 'ATTEMPT' | 'ALL'
        from?: string
        to?: string
      }
    }
    answer: Schemas['CheckResultList']
  }
  'GET /v2/check-results/{checkId}': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        limit?: number
        nextId?: string
        location?: string
        checkType?: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
        hasFailures?: boolean
        resultType?: 'FINAL' | 'ATTEMPT' | 'ALL'
        from?: string
        to?: string
        fields?: string[]
      }
    }
    answer: Schemas['CheckResultListV2']
  }
  'GET /v1/check-results/{checkId}/{checkResultId}': {
    request: {
      params: {
        checkId: string
        checkResultId: string
      }
    }
    answer: Schemas['CheckResult']
  }
  'GET /v1/check-results/{checkId}/{checkResultId}/assets': {
    request: {
      params: {
        checkId: string
        checkResultId: string
      }
      query?: {
        type?: ('log' | 'trace' | 'video' | 'screenshot' | 'pcap' | 'report' | 'file')[]
        name?: string
      }
    }
    answer: Schemas['AssetManifest']
  }
  'GET /v1/check-results/{checkId}/{checkResultId}/assets/{name}': {
    request: {
      params: {
        checkId: string
        checkResultId: string
        name: string
      }
      query?: {
        account?: string
      }
    }
    answer: unknown
  }
  'POST /v1/check-results/{checkId}/{checkResultId}/accept-snapshots': {
    request: {
      params: {
        checkId: string
        checkResultId: string
      }
      body: Schemas['AcceptSnapshots']
    }
    answer: Schemas['AcceptedSnapshots']
  }
  'GET /v1/check-statuses': {
    request: {}
    answer: Schemas['CheckStatusList']
  }
  'GET /v1/check-statuses/{checkId}': {
    request: {
      params: {
        checkId: string
      }
    }
    answer: Schemas['CheckStatus']
  }
  'GET /v1/check-overview': {
    request: {
      query?: {
        search?: string
        checkType?: ('AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC')[]
        status?: ('FAILING' | 'DEGRADED' | 'NO_DATA' | 'PASSING' | 'PAUSED')[]
        tag?: string[]
        groupId?: number
        grouped?: boolean
        tagged?: boolean
        location?: string[]
        located?: boolean
        activated?: boolean
        muted?: boolean
        sort?: 'status' | 'name' | 'checkType' | 'availability' | 'p95' | 'lastResultAt' | 'createdAt'
        order?: 'asc' | 'desc'
        limit?: number
        page?: number
      }
    }
    answer: Schemas['CheckOverview']
  }
  'GET /v1/check-overview/groups': {
    request: {
      query: {
        by: 'group' | 'tag' | 'type' | 'location'
        search?: string
        checkType?: ('AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC')[]
        status?: ('FAILING' | 'DEGRADED' | 'NO_DATA' | 'PASSING' | 'PAUSED')[]
        tag?: string[]
        groupId?: number
        grouped?: boolean
        tagged?: boolean
        location?: string[]
        located?: boolean
        activated?: boolean
        muted?: boolean
        sort?: 'status' | 'name'
        limit?: number
        page?: number
      }
    }
    answer: Schemas['CheckOverviewGroups']
  }
  'GET /v1/check-overview/summary': {
    request: {}
    answer: Schemas['CheckOverviewSummary']
  }
  'GET /v1/checks/{id}/overview': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['CheckOverviewRow']
  }
  'GET /v1/checks/{id}/verdicts': {
    request: {
      params: {
        id: string
      }
      query?: {
        from?: string
        to?: string
        intervalMinutes?: number
      }
    }
    answer: Schemas['CheckVerdicts']
  }
  'GET /v1/checks/{id}/alerts': {
    request: {
      params: {
        id: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['CheckAlertList']
  }
  'GET /v1/check-tags': {
    request: {
      query?: {
        search?: string
        limit?: number
      }
    }
    answer: Schemas['CheckTagList']
  }
  'GET /v1/check-views': {
    request: {}
    answer: Schemas['CheckViewList']
  }
  'PUT /v1/check-views/{name}': {
    request: {
      params: {
        name: string
      }
      body: Schemas['CheckViewUpdate']
    }
    answer: Schemas['CheckView']
  }
  'DELETE /v1/check-views/{name}': {
    request: {
      params: {
        name: string
      }
    }
    answer: undefined
  }
  'GET /v1/checks/{id}/extent': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['CheckExtent']
  }
  'GET /v1/checks/{id}/runs': {
    request: {
      params: {
        id: string
      }
      query?: {
        from?: string
        to?: string
        limit?: number
      }
    }
    answer: Schemas['CheckRuns']
  }
  'GET /v1/checks/{id}/annotations': {
    request: {
      params: {
        id: string
      }
      query?: {
        from?: string
        to?: string
      }
    }
    answer: Schemas['CheckAnnotations']
  }
  'GET /v1/checks/{id}/distribution': {
    request: {
      params: {
        id: string
      }
      query?: {
        from?: string
        to?: string
        location?: string
        servedBy?: 'AGENT' | 'STAND_IN'
      }
    }
    answer: Schemas['CheckDistribution']
  }
  'GET /v1/checks/{id}/days': {
    request: {
      params: {
        id: string
      }
      query?: {
        days?: number
        timezone?: string
      }
    }
    answer: Schemas['CheckDays']
  }
  'GET /v1/checks/{id}/step-times': {
    request: {
      params: {
        id: string
      }
      query?: {
        from?: string
        to?: string
        limit?: number
      }
    }
    answer: Schemas['StepTimes']
  }
  'POST /v1/check-sessions/trigger': {
    request: {
      body: Schemas['TriggerCheckSessionRequestPayload']
    }
    answer: Schemas['TriggerCheckSessionResponse']
  }
  'GET /v1/check-sessions/{checkSessionId}': {
    request: {
      params: {
        checkSessionId: string
      }
    }
    answer: Schemas['FindOneCheckSessionResponse']
  }
  'GET /v1/check-sessions/{checkSessionId}/completion': {
    request: {
      params: {
        checkSessionId: string
      }
      query?: {
        maxWaitSeconds?: number
      }
    }
    answer: Schemas['FindOneCheckSessionResponse']
  }
  'POST /v2/check-sessions/trigger': {
    request: {
      body: Schemas['TriggerCheckSessionRequestPayload']
    }
    answer: Schemas['TriggerCheckSessionResponse']
  }
  'GET /v2/check-sessions/{checkSessionId}': {
    request: {
      params: {
        checkSessionId: string
      }
    }
    answer: Schemas['FindOneCheckSessionResponse']
  }
  'GET /v2/check-sessions/{checkSessionId}/completion': {
    request: {
      params: {
        checkSessionId: string
      }
      query?: {
        maxWaitSeconds?: number
      }
    }
    answer: Schemas['FindOneCheckSessionResponse']
  }
  'POST /v1/check-sessions/{checkSessionId}/cancel': {
    request: {
      params: {
        checkSessionId: string
      }
      body: Schemas['CheckSessionsV1CancelRequest']
    }
    answer: undefined
  }
  'POST /v1/checks/try': {
    request: {
      body: Schemas['CheckTryCreate']
    }
    answer: Schemas['StartedCheckTry']
  }
  'GET /v1/check-tries/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        maxWaitSeconds?: number
        logFrom?: number
      }
    }
    answer: Schemas['CheckTry']
  }
  'GET /v1/check-tries/{id}/assets': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['CheckTryAssets']
  }
  'GET /v1/check-tries/{id}/assets/{name}': {
    request: {
      params: {
        id: string
        name: string
      }
      query?: {
        account?: string
      }
    }
    answer: unknown
  }
  'GET /v1/test-sessions': {
    request: {
      query?: {
        limit?: number | null
        nextId?: string
        from?: number
        to?: number
        statuses?: ('RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED')[]
        branches?: string[]
        users?: string[]
        noUsers?: boolean
        providers?: ('GITHUB' | 'VERCEL' | 'API' | 'TRIGGER' | 'PW_REPORTER')[]
        textSearch?: string
        errorGroupId?: string | null
      }
    }
    answer: Schemas['TestSessionList']
  }
  'POST /v1/test-sessions/run': {
    request: {
      body: Schemas['TestSessionRun']
    }
    answer: Schemas['StartedTestSession']
  }
  'POST /next/test-sessions/trigger': {
    request: {
      body: Schemas['TestSessionTrigger']
    }
    answer: Schemas['TriggeredTestSession']
  }
  'POST /v1/test-sessions/trigger': {
    request: {
      body: Schemas['TriggerTestSession']
    }
    answer: Schemas['TestSession']
  }
  'GET /v1/test-sessions/{testSessionId}': {
    request: {
      params: {
        testSessionId: string
      }
    }
    answer: Schemas['TestSession']
  }
  'GET /v1/test-sessions/{testSessionId}/completion': {
    request: {
      params: {
        testSessionId: string
      }
      query?: {
        maxWaitSeconds?: number
      }
    }
    answer: Schemas['EndedTestSession']
  }
  'GET /v1/test-sessions/scheduling/{schedulingId}/completion': {
    request: {
      params: {
        schedulingId: string
      }
      query?: {
        maxWaitSeconds?: number
      }
    }
    answer: Schemas['TestScheduling']
  }
  'GET /next/test-sessions/{testSessionId}/link': {
    request: {
      params: {
        testSessionId: string
      }
    }
    answer: Schemas['TestSessionLink']
  }
  'GET /next/test-sessions/{testSessionId}/results/{testSessionResultId}/links': {
    request: {
      params: {
        testSessionId: string
        testSessionResultId: string
      }
    }
    answer: Schemas['TestResultLinks']
  }
  'GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}': {
    request: {
      params: {
        testSessionId: string
        testSessionResultId: string
      }
    }
    answer: Schemas['TestSessionResultDetails']
  }
  'GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets': {
    request: {
      params: {
        testSessionId: string
        testSessionResultId: string
      }
      query?: {
        type?: ('log' | 'trace' | 'video' | 'screenshot' | 'pcap' | 'report' | 'file')[]
        name?: string
      }
    }
    answer: Schemas['AssetManifest']
  }
  'GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets/{name}': {
    request: {
      params: {
        testSessionId: string
        testSessionResultId: string
        name: string
      }
      query?: {
        account?: string
      }
    }
    answer: unknown
  }
  'POST /v1/test-sessions/{testSessionId}/cancel': {
    request: {
      params: {
        testSessionId: string
      }
      body: Schemas['CancelTestSession']
    }
    answer: undefined
  }
  'GET /v1/accounts/{accountId}/events': {
    request: {
      params: {
        accountId: string
      }
      query?: {
        checkId?: string
        types?: ('check' | 'check-changed' | 'group-changed' | 'alert' | 'session' | 'agent' | 'reset' | 'alive')[]
        after?: string
      }
    }
    answer: unknown
  }
  'POST /v1/triggers/checks/{checkId}': {
    request: {
      params: {
        checkId: string
      }
      body: Schemas['CreateTrigger']
    }
    answer: Schemas['CheckTrigger']
  }
  'GET /v1/triggers/checks/{checkId}': {
    request: {
      params: {
        checkId: string
      }
    }
    answer: Schemas['CheckTrigger']
  }
  'DELETE /v1/triggers/checks/{checkId}': {
    request: {
      params: {
        checkId: string
      }
    }
    answer: undefined
  }
  'POST /v1/triggers/check-groups/{groupId}': {
    request: {
      params: {
        groupId: string
      }
      body: Schemas['CreateTrigger']
    }
    answer: Schemas['CheckGroupTrigger']
  }
  'GET /v1/triggers/check-groups/{groupId}': {
    request: {
      params: {
        groupId: string
      }
    }
    answer: Schemas['CheckGroupTrigger']
  }
  'DELETE /v1/triggers/check-groups/{groupId}': {
    request: {
      params: {
        groupId: string
      }
    }
    answer: undefined
  }
  'GET /v1/triggers/check-groups': {
    request: {
      query: {
        groupId: string
      }
    }
    answer: Schemas['CheckGroupTriggerList']
  }
  'GET /v1/deployment-triggers': {
    request: {}
    answer: Schemas['DeploymentTriggers']
  }
  'POST /v1/deployment-triggers': {
    request: {
      body: Schemas['CreateDeploymentTrigger']
    }
    answer: Schemas['DeploymentTrigger']
  }
  'DELETE /v1/deployment-triggers/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'POST /v1/deployment-triggers/webhook-secret': {
    request: {}
    answer: Schemas['DeploymentWebhookSecret']
  }
  'GET /v1/deployment-triggers/deployments': {
    request: {}
    answer: Schemas['DeploymentList']
  }
  'GET /v1/analytics/api-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation' | 'statusCode'
      }
    }
    answer: Schemas['AnalyticsApiCheckResponse']
  }
  'GET /v1/analytics/browser-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsBrowserCheckResponse']
  }
  'GET /v1/analytics/multistep-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsMultistepCheckResponse']
  }
  'GET /v1/analytics/playwright-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsPlaywrightCheckResponse']
  }
  'GET /v1/analytics/icmp/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsIcmpMonitorResponse']
  }
  'GET /v1/analytics/url-monitors/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation' | 'statusCode'
      }
    }
    answer: Schemas['AnalyticsUrlMonitorResponse']
  }
  'GET /v1/analytics/tcp-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsTcpCheckResponse']
  }
  'GET /v1/analytics/dns/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsDnsMonitorResponse']
  }
  'GET /v1/analytics/ssl/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsSslMonitorResponse']
  }
  'GET /v1/analytics/traceroute/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsTracerouteMonitorResponse']
  }
  'GET /v1/analytics/grpc-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        aggregationInterval?: number
        filterByStatus?: ('success' | 'failure')[]
        groupBy?: 'runLocation'
      }
    }
    answer: Schemas['AnalyticsGrpcMonitorResponse']
  }
  'GET /v1/analytics/heartbeat-checks/{id}': {
    request: {
      params: {
        id: string
      }
      query: {
        metrics: string[]
        quickRange?: 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth' | 'last24Hrs'
        from?: string
        to?: string
        limit?: number
        page?: number
        filterByStatus?: ('FAILING' | 'EARLY' | 'RECEIVED' | 'GRACE' | 'LATE')[]
      }
    }
    answer: Schemas['AnalyticsHeartbeatCheckResponse']
  }
  'GET /v1/analytics/metrics': {
    request: {
      query: {
        checkType: 'AGENTIC' | 'API' | 'BROWSER' | 'HEARTBEAT' | 'ICMP' | 'MULTI_STEP' | 'TCP' | 'PLAYWRIGHT' | 'TRACEROUTE' | 'URL' | 'DNS' | 'SSL' | 'GRPC'
      }
    }
    answer: Schemas['AnalyticsMetricsResponse']
  }
  'POST /v1/analytics/checks': {
    request: {
      query?: {
        quickRange?: 'last24Hours' | 'last7Days' | 'thisWeek' | 'lastWeek' | 'lastMonth'
      }
      body: Schemas['AnalyticsBatchRequest']
    }
    answer: Schemas['AnalyticsBatchResponse']
  }
  'GET /v1/reporting': {
    request: {
      query?: {
        from?: string
        to?: string
        quickRange?: 'last24Hrs' | 'last24Hours' | 'last7Days' | 'last30Days' | 'thisWeek' | 'thisMonth' | 'lastWeek' | 'lastMonth'
        filterByTags?: string[]
        deactivated?: boolean | null
        granularity?: 'day' | 'week' | 'month'
        timezone?: string
        format?: 'json' | 'csv'
      }
    }
    answer: Schemas['ReportingList']
  }
  'GET /v1/integration-tokens': {
    request: {}
    answer: Schemas['IntegrationTokenList']
  }
  'POST /v1/integration-tokens': {
    request: {
      body: Schemas['IntegrationTokenCreate']
    }
    answer: Schemas['IntegrationTokenCreated']
  }
  'DELETE /v1/integration-tokens/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/alert-channels': {
    request: {
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['AlertChannelList']
  }
  'POST /v1/alert-channels': {
    request: {
      body: Schemas['AlertChannelCreate']
    }
    answer: Schemas['WrittenAlertChannel']
  }
  'GET /v1/alert-channels/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['AlertChannel']
  }
  'PUT /v1/alert-channels/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['AlertChannelWrite']
    }
    answer: Schemas['WrittenAlertChannel']
  }
  'DELETE /v1/alert-channels/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'PUT /v1/alert-channels/{id}/subscriptions': {
    request: {
      params: {
        id: string
      }
      body: Schemas['ChannelSubscriptionWrite']
    }
    answer: Schemas['ChannelSubscription']
  }
  'POST /v1/alert-channels/{id}/test': {
    request: {
      params: {
        id: string
      }
      body: Schemas['ChannelTestRequest']
    }
    answer: Schemas['ChannelTest']
  }
  'POST /v1/alert-channels/test': {
    request: {
      body: Schemas['UnsavedChannelTest']
    }
    answer: Schemas['ChannelTest']
  }
  'GET /v1/alert-channels/unnotified-checks': {
    request: {
      query?: {
        checkId?: string
      }
    }
    answer: Schemas['UnnotifiedChecks']
  }
  'POST /v1/alert-channels/unnotified-checks': {
    request: {
      body: Schemas['SubscribeUnnotified']
    }
    answer: Schemas['SubscribedUnnotified']
  }
  'GET /v1/alert-channels/{id}/unnotified-checks': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['CoveredUnnotified']
  }
  'GET /v1/alert-channels/webhook-templates': {
    request: {}
    answer: Schemas['WebhookTemplateList']
  }
  'GET /v1/alert-notifications': {
    request: {
      query?: {
        limit?: number
        page?: number
        from?: string
        to?: string
        alertChannelId?: number
        hasFailures?: boolean
      }
    }
    answer: Schemas['AlertNotificationList']
  }
  'GET /v1/check-alerts': {
    request: {
      query?: {
        limit?: number
        page?: number
        from?: string
        to?: string
      }
    }
    answer: Schemas['CheckAlertList']
  }
  'GET /v1/check-alerts/{checkId}': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        limit?: number
        page?: number
        from?: string
        to?: string
      }
    }
    answer: Schemas['CheckAlertList']
  }
  'GET /v1/accounts': {
    request: {}
    answer: Schemas['AccountList']
  }
  'POST /v1/accounts': {
    request: {
      body: Schemas['AccountCreate']
    }
    answer: Schemas['Account']
  }
  'GET /next/accounts': {
    request: {}
    answer: Schemas['AccountSummary'][]
  }
  'GET /v1/accounts/me': {
    request: {}
    answer: Schemas['Account']
  }
  'PATCH /v1/accounts/me': {
    request: {
      body: Schemas['AccountUpdate']
    }
    answer: Schemas['Account']
  }
  'GET /v1/accounts/{accountId}': {
    request: {
      params: {
        accountId: string
      }
    }
    answer: Schemas['Account']
  }
  'GET /next/accounts/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['AccountSummary']
  }
  'GET /v1/accounts/me/alert-settings': {
    request: {}
    answer: Schemas['AlertSettings']
  }
  'PUT /v1/accounts/me/alert-settings': {
    request: {
      body: Schemas['AlertSettingsAlone']
    }
    answer: Schemas['AlertSettings']
  }
  'GET /v1/accounts/me/settings': {
    request: {}
    answer: Schemas['AccountSettings']
  }
  'PATCH /v1/accounts/me/settings': {
    request: {
      body: Schemas['AccountSettingsPatch']
    }
    answer: Schemas['AccountSettings']
  }
  'GET /v1/accounts/me/trace-export': {
    request: {}
    answer: Schemas['TraceExport']
  }
  'PUT /v1/accounts/me/trace-export': {
    request: {
      body: Schemas['TraceExportUpdate']
    }
    answer: Schemas['TraceExport']
  }
  'DELETE /v1/accounts/me/trace-export': {
    request: {}
    answer: undefined
  }
  'GET /v1/accounts/me/entitlements': {
    request: {}
    answer: Schemas['Entitlements']
  }
  'GET /v1/accounts/{accountId}/entitlements': {
    request: {
      params: {
        accountId: string
      }
    }
    answer: Schemas['Entitlements']
  }
  'GET /v1/accounts/me/configuration': {
    request: {
      query?: {
        includeSecrets?: boolean
      }
    }
    answer: Schemas['Configuration']
  }
  'POST /v1/accounts/me/configuration': {
    request: {
      query?: {
        dryRun?: boolean
      }
      body: Schemas['Configuration']
    }
    answer: Schemas['ConfigurationImport']
  }
  'POST /v1/accounts/me/configuration/uptime-kuma': {
    request: {
      body: Schemas['UptimeKumaTables']
    }
    answer: Schemas['UptimeKumaConversion']
  }
  'GET /v1/accounts/me/members': {
    request: {
      query?: {
        search?: string
        type?: 'member' | 'invite'
        role?: 'OWNER' | 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
        status?: 'ACTIVE' | 'PENDING' | 'EXPIRED'
        limit?: number
        nextId?: string
      }
    }
    answer: Schemas['AccountMembersList']
  }
  'GET /v1/accounts/{accountId}/members': {
    request: {
      params: {
        accountId: string
      }
      query?: {
        search?: string
        type?: 'member' | 'invite'
        role?: 'OWNER' | 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY'
        status?: 'ACTIVE' | 'PENDING' | 'EXPIRED'
        limit?: number
        nextId?: string
      }
    }
    answer: Schemas['AccountMembersList']
  }
  'PATCH /v1/accounts/me/members/{userId}': {
    request: {
      params: {
        userId: string
      }
      body: Schemas['AccountMemberUpdate']
    }
    answer: Schemas['AccountMember']
  }
  'DELETE /v1/accounts/me/members/{userId}': {
    request: {
      params: {
        userId: string
      }
    }
    answer: undefined
  }
  'PATCH /v1/accounts/{accountId}/members/{userId}': {
    request: {
      params: {
        accountId: string
        userId: string
      }
      body: Schemas['AccountMemberUpdate']
    }
    answer: Schemas['AccountMember']
  }
  'DELETE /v1/accounts/{accountId}/members/{userId}': {
    request: {
      params: {
        accountId: string
        userId: string
      }
    }
    answer: undefined
  }
  'DELETE /v1/accounts/me/members/{userId}/sessions': {
    request: {
      params: {
        userId: string
      }
    }
    answer: undefined
  }
  'DELETE /v1/accounts/{accountId}/members/{userId}/sessions': {
    request: {
      params: {
        accountId: string
        userId: string
      }
    }
    answer: undefined
  }
  'POST /v1/accounts/me/invites': {
    request: {
      body: Schemas['InviteCreate']
    }
    answer: Schemas['OpenInvite']
  }
  'POST /v1/accounts/me/invites/{id}/renew': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['OpenInvite']
  }
  'DELETE /v1/accounts/me/invites/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /next/users/me': {
    request: {}
    answer: Schemas['CurrentUser']
  }
  'POST /v1/session': {
    request: {
      body: Schemas['SessionCreate']
    }
    answer: Schemas['Session'] | Schemas['SignInChallenge']
  }
  'GET /v1/session': {
    request: {}
    answer: Schemas['Session']
  }
  'DELETE /v1/session': {
    request: {}
    answer: undefined
  }
  'PATCH /v1/users/me': {
    request: {
      body: Schemas['OwnUserUpdate']
    }
    answer: Schemas['OwnUser']
  }
  'PUT /v1/users/me/password': {
    request: {
      body: Schemas['OwnPasswordChange']
    }
    answer: undefined
  }
  'GET /v1/users/me/sessions': {
    request: {}
    answer: Schemas['UserSession'][]
  }
  'DELETE /v1/users/me/sessions': {
    request: {}
    answer: undefined
  }
  'DELETE /v1/users/me/sessions/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'POST /v1/session/second-factor': {
    request: {
      body: Schemas['SecondFactorSignIn']
    }
    answer: Schemas['Session']
  }
  'POST /v1/session/second-factor/set-up': {
    request: {
      body: Schemas['SecondFactorSignInSetUp']
    }
    answer: Schemas['SecondFactorSecret']
  }
  'POST /v1/session/second-factor/confirm': {
    request: {
      body: Schemas['SecondFactorSignIn']
    }
    answer: Schemas['SecondFactorFirstSession']
  }
  'GET /v1/users/me/second-factor': {
    request: {}
    answer: Schemas['SecondFactor']
  }
  'POST /v1/users/me/second-factor': {
    request: {
      body: Schemas['SecondFactorSetUp']
    }
    answer: Schemas['SecondFactorSecret']
  }
  'POST /v1/users/me/second-factor/confirm': {
    request: {
      body: Schemas['SecondFactorConfirmation']
    }
    answer: Schemas['RecoveryCodes']
  }
  'POST /v1/users/me/second-factor/recovery-codes': {
    request: {
      body: Schemas['SecondFactorProof']
    }
    answer: Schemas['RecoveryCodes']
  }
  'POST /v1/users/me/second-factor/disable': {
    request: {
      body: Schemas['SecondFactorProof']
    }
    answer: undefined
  }
  'GET /v1/session/options': {
    request: {}
    answer: Schemas['SignInOptions']
  }
  'GET /v1/users/me/identities': {
    request: {}
    answer: Schemas['UserIdentity'][]
  }
  'POST /v1/users/me/identities': {
    request: {
      body: Schemas['IdentityLink']
    }
    answer: Schemas['IdentityLinkStart']
  }
  'DELETE /v1/users/me/identities/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/audit-log': {
    request: {
      query?: {
        limit?: number
        nextId?: string
        from?: string
        to?: string
        action?: 'CREATE' | 'UPDATE' | 'DELETE'
        entityType?: 'ACCOUNT' | 'ALERT_CHANNEL' | 'ALERT_SETTINGS' | 'API_KEY' | 'CHECK' | 'CHECK_GROUP' | 'CHECK_GROUP_TRIGGER' | 'CHECK_TRIGGER' | 'CHECK_TRY' | 'CLIENT_CERTIFICATE' | 'DASHBOARD' | 'DASHBOARD_INCIDENT' | 'DASHBOARD_INCIDENT_UPDATE' | 'DEPLOYMENT_TRIGGER' | 'ENCRYPTION_KEY' | 'ERROR_GROUP' | 'INTEGRATION_TOKEN' | 'INVITE' | 'LOCATION_KEY' | 'MAINTENANCE' | 'MAINTENANCE_UPDATE' | 'MAINTENANCE_WINDOW' | 'MEMBER' | 'PRIVATE_LOCATION' | 'PRIVATE_LOCATION_KEY' | 'PROJECT' | 'SNIPPET' | 'STATUS_PAGE' | 'STATUS_PAGE_AUTOMATION_RULE' | 'STATUS_PAGE_COMPONENT' | 'STATUS_PAGE_INCIDENT' | 'STATUS_PAGE_INCIDENT_UPDATE' | 'STATUS_PAGE_PASSWORD' | 'STATUS_PAGE_SERVICE' | 'STATUS_PAGE_SUBSCRIPTION' | 'TEST_SESSION' | 'TRACE_EXPORT' | 'USER' | 'VARIABLE'
        entityId?: string
        userId?: string
        keyId?: string
      }
    }
    answer: Schemas['AuditPage']
  }
  'GET /v1/users/me/api-keys': {
    request: {}
    answer: Schemas['UserApiKeyList']
  }
  'POST /v1/users/me/api-keys': {
    request: {
      body: Schemas['UserApiKeyCreate']
    }
    answer: Schemas['UserApiKeyCreated']
  }
  'DELETE /v1/users/me/api-keys/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/accounts/me/api-keys': {
    request: {}
    answer: Schemas['ServiceApiKeyList']
  }
  'POST /v1/accounts/me/api-keys': {
    request: {
      body: Schemas['ServiceApiKeyCreate']
    }
    answer: Schemas['ServiceApiKeyCreated']
  }
  'DELETE /v1/accounts/me/api-keys/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/variables': {
    request: {
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['VariableList']
  }
  'POST /v1/variables': {
    request: {
      body: Schemas['VariableCreate']
    }
    answer: Schemas['WrittenVariable']
  }
  'GET /v1/variables/{key}': {
    request: {
      params: {
        key: string
      }
    }
    answer: Schemas['Variable']
  }
  'PUT /v1/variables/{key}': {
    request: {
      params: {
        key: string
      }
      body: Schemas['VariableUpdate']
    }
    answer: Schemas['WrittenVariable']
  }
  'DELETE /v1/variables/{key}': {
    request: {
      params: {
        key: string
      }
    }
    answer: undefined
  }
  'GET /v1/snippets': {
    request: {
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['SnippetList']
  }
  'POST /v1/snippets': {
    request: {
      body: Schemas['SnippetCreate']
    }
    answer: Schemas['Snippet']
  }
  'GET /v1/snippets/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['Snippet']
  }
  'PUT /v1/snippets/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['SnippetCreate']
    }
    answer: Schemas['Snippet']
  }
  'DELETE /v1/snippets/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/secret-scans': {
    request: {}
    answer: Schemas['SecretFindings']
  }
  'GET /v1/error-groups': {
    request: {
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['ErrorGroupsList']
  }
  'GET /v1/error-groups/checks/{checkId}': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['ErrorGroupsList']
  }
  'GET /v1/error-groups/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['ErrorGroup']
  }
  'PATCH /v1/error-groups/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['ErrorGroupPatch']
    }
    answer: Schemas['ErrorGroup']
  }
  'GET /v1/client-certificates': {
    request: {}
    answer: Schemas['ClientCertificateList']
  }
  'POST /v1/client-certificates': {
    request: {
      body: Schemas['ClientCertificateCreate']
    }
    answer: Schemas['ClientCertificate']
  }
  'GET /v1/client-certificates/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['ClientCertificate']
  }
  'DELETE /v1/client-certificates/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/private-locations': {
    request: {
      query?: {
        versions?: boolean
      }
    }
    answer: Schemas['PrivateLocationList']
  }
  'POST /v1/private-locations': {
    request: {
      body: Schemas['PrivateLocationCreate']
    }
    answer: Schemas['WrittenPrivateLocation']
  }
  'GET /v1/private-locations/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['PrivateLocation']
  }
  'PUT /v1/private-locations/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['PrivateLocationUpdate']
    }
    answer: Schemas['WrittenPrivateLocation']
  }
  'DELETE /v1/private-locations/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/private-locations/{id}/users': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['PrivateLocationUsers']
  }
  'POST /v1/private-locations/{id}/keys': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['LocationKey']
  }
  'DELETE /v1/private-locations/{id}/keys/{keyId}': {
    request: {
      params: {
        id: string
        keyId: string
      }
    }
    answer: undefined
  }
  'GET /v1/private-locations/{id}/metrics': {
    request: {
      params: {
        id: string
      }
      query: {
        from: string
        to: string
      }
    }
    answer: Schemas['PrivateLocationMetrics']
  }
  'GET /v1/projects': {
    request: {
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['ProjectList']
  }
  'GET /next/projects': {
    request: {}
    answer: Schemas['ProjectSummaryList']
  }
  'POST /next/projects': {
    request: {
      body: Schemas['ProjectCreate']
    }
    answer: Schemas['ProjectSummary']
  }
  'GET /next/projects/{logicalId}': {
    request: {
      params: {
        logicalId: string
      }
    }
    answer: Schemas['ProjectSummary']
  }
  'GET /next/projects/imports': {
    request: {
      query?: {
        onlyUnapplied?: boolean
        onlyUncommitted?: boolean
      }
    }
    answer: Schemas['ImportPlanList']
  }
  'GET /next/projects/{logicalId}/imports': {
    request: {
      params: {
        logicalId: string
      }
      query?: {
        onlyUnapplied?: boolean
        onlyUncommitted?: boolean
      }
    }
    answer: Schemas['ImportPlanList']
  }
  'POST /next/projects/{logicalId}/imports': {
    request: {
      params: {
        logicalId: string
      }
      query?: {
        preview?: boolean
      }
      body: Schemas['ImportPlanCreate']
    }
    answer: Schemas['ImportPlan']
  }
  'POST /next/projects/imports/{planId}/apply': {
    request: {
      params: {
        planId: string
      }
    }
    answer: Schemas['ImportPlan']
  }
  'POST /next/projects/imports/{planId}/commit': {
    request: {
      params: {
        planId: string
      }
    }
    answer: Schemas['ImportPlan']
  }
  'DELETE /next/projects/imports/{planId}': {
    request: {
      params: {
        planId: string
      }
    }
    answer: undefined
  }
  'GET /v1/projects/{logicalId}/drift': {
    request: {
      params: {
        logicalId: string
      }
    }
    answer: Schemas['ProjectDrift']
  }
  'POST /v1/projects/deploy': {
    request: {
      query?: {
        dryRun?: boolean
        scheduleOnDeploy?: boolean
        preserveResources?: boolean
      }
      body: Schemas['ProjectDeploy']
    }
    answer: Schemas['DeployResult'] | Schemas['ProjectDeployment']
  }
  'DELETE /v1/projects/{logicalId}': {
    request: {
      params: {
        logicalId: string
      }
      query?: {
        dryRun?: boolean
        preserveResources?: boolean
      }
    }
    answer: Schemas['DeployResult'] | Schemas['ProjectDeployment']
  }
  'PATCH /v1/projects/{logicalId}': {
    request: {
      params: {
        logicalId: string
      }
      body: Schemas['ProjectUpdate']
    }
    answer: Schemas['Project']
  }
  'GET /v1/projects/{logicalId}/resources': {
    request: {
      params: {
        logicalId: string
      }
    }
    answer: Schemas['ProjectResourceList']
  }
  'POST /v1/projects/{logicalId}/resources': {
    request: {
      params: {
        logicalId: string
      }
      body: Schemas['ProjectResourceAdoption']
    }
    answer: Schemas['ProjectResource']
  }
  'POST /v1/projects/{logicalId}/adoptions': {
    request: {
      params: {
        logicalId: string
      }
      body: Schemas['ProjectAdoption']
    }
    answer: Schemas['ProjectAdoptionResult']
  }
  'PATCH /v1/projects/{logicalId}/resources/{type}/{resourceLogicalId}': {
    request: {
      params: {
        logicalId: string
        type: 'check' | 'check-group' | 'alert-channel' | 'maintenance-window' | 'private-location' | 'dashboard' | 'status-page' | 'status-page-service' | 'status-page-component' | 'status-page-automation-rule'
        resourceLogicalId: string
      }
      body: Schemas['ProjectResourceUpdate']
    }
    answer: Schemas['ProjectResource']
  }
  'GET /v1/projects/{logicalId}/deployments': {
    request: {
      params: {
        logicalId: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['ProjectDeploymentList']
  }
  'GET /v1/projects/{logicalId}/deployments/{deploymentId}': {
    request: {
      params: {
        logicalId: string
        deploymentId: string
      }
    }
    answer: Schemas['ProjectDeployment']
  }
  'GET /v1/projects/{logicalId}/deployments/{deploymentId}/completion': {
    request: {
      params: {
        logicalId: string
        deploymentId: string
      }
      query?: {
        maxWaitSeconds?: number
      }
    }
    answer: Schemas['ProjectDeployment']
  }
  'GET /v1/projects/{logicalId}/deployments/{deploymentId}/events': {
    request: {
      params: {
        logicalId: string
        deploymentId: string
      }
    }
    answer: unknown
  }
  'POST /v1/projects/{logicalId}/deployments/{deploymentId}/cancel': {
    request: {
      params: {
        logicalId: string
        deploymentId: string
      }
    }
    answer: Schemas['ProjectDeployment']
  }
  'GET /v1/status-pages/services': {
    request: {
      query?: {
        limit?: number
        nextId?: string
        paginated?: boolean
      }
    }
    answer: Schemas['StatusPageServicePage'] | Schemas['StatusPageServiceDetail'][]
  }
  'POST /v1/status-pages/services': {
    request: {
      body: Schemas['StatusPageServiceWrite']
    }
    answer: Schemas['StatusPageServiceDetail']
  }
  'GET /v1/status-pages/services/{serviceId}': {
    request: {
      params: {
        serviceId: string
      }
    }
    answer: Schemas['StatusPageServiceDetail']
  }
  'PUT /v1/status-pages/services/{serviceId}': {
    request: {
      params: {
        serviceId: string
      }
      body: Schemas['StatusPageServiceWrite']
    }
    answer: Schemas['StatusPageServiceDetail']
  }
  'DELETE /v1/status-pages/services/{serviceId}': {
    request: {
      params: {
        serviceId: string
      }
    }
    answer: undefined
  }
  'GET /v1/status-pages': {
    request: {
      query?: {
        limit?: number
        nextId?: string
      }
    }
    answer: Schemas['StatusPageList']
  }
  'POST /v1/status-pages': {
    request: {
      body: Schemas['StatusPageWrite']
    }
    answer: Schemas['StatusPage']
  }
  'GET /v1/status-pages/{statusPageId}': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: Schemas['StatusPage']
  }
  'PUT /v1/status-pages/{statusPageId}': {
    request: {
      params: {
        statusPageId: string
      }
      body: Schemas['StatusPageWrite']
    }
    answer: Schemas['StatusPage']
  }
  'DELETE /v1/status-pages/{statusPageId}': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: undefined
  }
  'POST /v1/status-pages/{statusPageId}/password': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: Schemas['StatusPagePassword']
  }
  'DELETE /v1/status-pages/{statusPageId}/password': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: undefined
  }
  'GET /v1/status-pages/{statusPageId}/subscriptions': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: Schemas['StatusPageSubscriptionList']
  }
  'POST /v1/status-pages/{statusPageId}/subscriptions/bulk': {
    request: {
      params: {
        statusPageId: string
      }
      body: Schemas['StatusPageSubscriptionsBulkCreate']
    }
    answer: Schemas['StatusPageSubscriptionsBulkCreated']
  }
  'DELETE /v1/status-pages/{statusPageId}/subscriptions/{subscriptionId}': {
    request: {
      params: {
        statusPageId: string
        subscriptionId: string
      }
    }
    answer: undefined
  }
  'GET /v1/status-pages/{statusPageId}/components': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: Schemas['StatusPageComponentList']
  }
  'POST /v1/status-pages/{statusPageId}/components': {
    request: {
      params: {
        statusPageId: string
      }
      body: Schemas['StatusPageComponentWrite']
    }
    answer: Schemas['StatusPageComponent']
  }
  'GET /v1/status-pages/{statusPageId}/components/{componentId}': {
    request: {
      params: {
        statusPageId: string
        componentId: string
      }
    }
    answer: Schemas['StatusPageComponent']
  }
  'PUT /v1/status-pages/{statusPageId}/components/{componentId}': {
    request: {
      params: {
        statusPageId: string
        componentId: string
      }
      body: Schemas['StatusPageComponentWrite']
    }
    answer: Schemas['StatusPageComponent']
  }
  'PATCH /v1/status-pages/{statusPageId}/components/{componentId}': {
    request: {
      params: {
        statusPageId: string
        componentId: string
      }
      body: Schemas['StatusPageComponentPatch']
    }
    answer: Schemas['StatusPageComponent']
  }
  'DELETE /v1/status-pages/{statusPageId}/components/{componentId}': {
    request: {
      params: {
        statusPageId: string
        componentId: string
      }
    }
    answer: undefined
  }
  'GET /v1/status-pages/{statusPageId}/automation-rules': {
    request: {
      params: {
        statusPageId: string
      }
    }
    answer: Schemas['StatusPageAutomationRuleList']
  }
  'POST /v1/status-pages/{statusPageId}/automation-rules': {
    request: {
      params: {
        statusPageId: string
      }
      body: Schemas['StatusPageAutomationRuleWrite']
    }
    answer: Schemas['StatusPageAutomationRule']
  }
  'GET /v1/status-pages/{statusPageId}/automation-rules/{ruleId}': {
    request: {
      params: {
        statusPageId: string
        ruleId: string
      }
    }
    answer: Schemas['StatusPageAutomationRule']
  }
  'PUT /v1/status-pages/{statusPageId}/automation-rules/{ruleId}': {
    request: {
      params: {
        statusPageId: string
        ruleId: string
      }
      body: Schemas['StatusPageAutomationRuleWrite']
    }
    answer: Schemas['StatusPageAutomationRule']
  }
  'PATCH /v1/status-pages/{statusPageId}/automation-rules/{ruleId}': {
    request: {
      params: {
        statusPageId: string
        ruleId: string
      }
      body: Schemas['StatusPageAutomationRulePatch']
    }
    answer: Schemas['StatusPageAutomationRule']
  }
  'DELETE /v1/status-pages/{statusPageId}/automation-rules/{ruleId}': {
    request: {
      params: {
        statusPageId: string
        ruleId: string
      }
    }
    answer: undefined
  }
  'GET /v1/status-pages/incidents': {
    request: {
      query?: {
        limit?: number
        nextId?: string
        isOpen?: boolean
      }
    }
    answer: Schemas['StatusPageIncidentPage']
  }
  'POST /v1/status-pages/incidents': {
    request: {
      body: Schemas['StatusPageIncidentCreate']
    }
    answer: Schemas['StatusPageIncident']
  }
  'GET /v1/status-pages/incidents/{incidentId}': {
    request: {
      params: {
        incidentId: string
      }
    }
    answer: Schemas['StatusPageIncident']
  }
  'PUT /v1/status-pages/incidents/{incidentId}': {
    request: {
      params: {
        incidentId: string
      }
      body: Schemas['StatusPageIncidentReplace']
    }
    answer: Schemas['StatusPageIncident']
  }
  'PATCH /v1/status-pages/incidents/{incidentId}': {
    request: {
      params: {
        incidentId: string
      }
      body: Schemas['StatusPageIncidentPatch']
    }
    answer: Schemas['StatusPageIncident']
  }
  'DELETE /v1/status-pages/incidents/{incidentId}': {
    request: {
      params: {
        incidentId: string
      }
    }
    answer: undefined
  }
  'GET /v1/status-pages/incidents/{incidentId}/incident-updates': {
    request: {
      params: {
        incidentId: string
      }
    }
    answer: Schemas['StatusPageIncidentUpdateList']
  }
  'POST /v1/status-pages/incidents/{incidentId}/incident-updates': {
    request: {
      params: {
        incidentId: string
      }
      body: Schemas['StatusPageIncidentUpdateCreate']
    }
    answer: Schemas['StatusPageIncidentUpdate']
  }
  'GET /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}': {
    request: {
      params: {
        incidentId: string
        incidentUpdateId: string
      }
    }
    answer: Schemas['StatusPageIncidentUpdate']
  }
  'PUT /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}': {
    request: {
      params: {
        incidentId: string
        incidentUpdateId: string
      }
      body: Schemas['StatusPageIncidentUpdateChange']
    }
    answer: Schemas['StatusPageIncidentUpdate']
  }
  'DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}': {
    request: {
      params: {
        incidentId: string
        incidentUpdateId: string
      }
    }
    answer: undefined
  }
  'GET /v1/dashboards': {
    request: {
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['DashboardList']
  }
  'POST /v1/dashboards': {
    request: {
      body: Schemas['DashboardCreate']
    }
    answer: Schemas['Dashboard']
  }
  'GET /v1/dashboards/{dashboardId}': {
    request: {
      params: {
        dashboardId: string
      }
      query?: {
        type?: 'customUrl' | 'customDomain'
      }
    }
    answer: Schemas['Dashboard']
  }
  'PUT /v1/dashboards/{dashboardId}': {
    request: {
      params: {
        dashboardId: string
      }
      body: Schemas['DashboardUpdate']
    }
    answer: Schemas['Dashboard']
  }
  'DELETE /v1/dashboards/{dashboardId}': {
    request: {
      params: {
        dashboardId: string
      }
    }
    answer: undefined
  }
  'POST /v1/incidents': {
    request: {
      body: Schemas['DashboardIncidentCreate']
    }
    answer: Schemas['DashboardIncident']
  }
  'GET /v1/incidents/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        includeAllIncidentUpdates?: boolean
      }
    }
    answer: Schemas['DashboardIncident']
  }
  'PUT /v1/incidents/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        probe?: boolean
      }
      body: Schemas['DashboardIncidentChange']
    }
    answer: Schemas['ChangedDashboardIncident']
  }
  'DELETE /v1/incidents/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/dashboards/{dashboardId}/incidents': {
    request: {
      params: {
        dashboardId: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['DashboardIncidentList']
  }
  'POST /v1/incidents/{incidentId}/updates': {
    request: {
      params: {
        incidentId: string
      }
      body: Schemas['DashboardIncidentUpdateCreate']
    }
    answer: Schemas['DashboardIncidentUpdateAlone']
  }
  'PUT /v1/incidents/{incidentId}/updates/{id}': {
    request: {
      params: {
        incidentId: string
        id: string
      }
      body: Schemas['DashboardIncidentUpdateChange']
    }
    answer: Schemas['DashboardIncidentUpdateAlone']
  }
  'DELETE /v1/incidents/{incidentId}/updates/{id}': {
    request: {
      params: {
        incidentId: string
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/badges/checks/{checkId}': {
    request: {
      params: {
        checkId: string
      }
      query?: {
        style?: 'flat' | 'plastic' | 'flat-square' | 'for-the-badge' | 'social'
        theme?: 'light' | 'dark' | 'default'
        responseTime?: boolean
      }
    }
    answer: unknown
  }
  'GET /v1/badges/groups/{groupId}': {
    request: {
      params: {
        groupId: string
      }
      query?: {
        style?: 'flat' | 'plastic' | 'flat-square' | 'for-the-badge' | 'social'
        theme?: 'light' | 'dark' | 'default'
        responseTime?: boolean
      }
    }
    answer: unknown
  }
  'GET /v1/maintenance-windows': {
    request: {
      query?: {
        limit?: number
        page?: number
        'startsAt[gt]'?: string
        'startsAt[gte]'?: string
        'startsAt[lt]'?: string
        'startsAt[lte]'?: string
        'endsAt[gt]'?: string
        'endsAt[gte]'?: string
        'endsAt[lt]'?: string
        'endsAt[lte]'?: string
      }
    }
    answer: Schemas['MaintenanceWindowList']
  }
  'POST /v1/maintenance-windows': {
    request: {
      body: Schemas['MaintenanceWindowCreate']
    }
    answer: Schemas['MaintenanceWindow']
  }
  'GET /v1/maintenance-windows/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['MaintenanceWindow']
  }
  'PUT /v1/maintenance-windows/{id}': {
    request: {
      params: {
        id: string
      }
      body: Schemas['MaintenanceWindowUpdate']
    }
    answer: Schemas['MaintenanceWindow']
  }
  'DELETE /v1/maintenance-windows/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: undefined
  }
  'GET /v1/maintenance-windows/{id}/maintenances': {
    request: {
      params: {
        id: string
      }
      query?: {
        limit?: number
        page?: number
      }
    }
    answer: Schemas['MaintenanceList']
  }
  'GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}': {
    request: {
      params: {
        id: string
        maintenanceId: string
      }
    }
    answer: Schemas['Maintenance']
  }
  'PATCH /v1/maintenance-windows/{id}/maintenances/{maintenanceId}': {
    request: {
      params: {
        id: string
        maintenanceId: string
      }
      body: Schemas['MaintenanceDates']
    }
    answer: Schemas['Maintenance']
  }
  'DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}': {
    request: {
      params: {
        id: string
        maintenanceId: string
      }
    }
    answer: undefined
  }
  'POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates': {
    request: {
      params: {
        id: string
        maintenanceId: string
      }
      body: Schemas['MaintenanceUpdateCreate']
    }
    answer: Schemas['MaintenanceUpdate']
  }
  'PUT /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}': {
    request: {
      params: {
        id: string
        maintenanceId: string
        updateId: string
      }
      body: Schemas['MaintenanceUpdateEdit']
    }
    answer: Schemas['MaintenanceUpdate']
  }
  'DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}': {
    request: {
      params: {
        id: string
        maintenanceId: string
        updateId: string
      }
    }
    answer: undefined
  }
  'POST /v1/maintenance-windows/silence': {
    request: {
      body: Schemas['SilenceCreate']
    }
    answer: Schemas['MaintenanceWindow']
  }
  'GET /v1/maintenance-windows/active': {
    request: {
      query?: {
        checkId?: string
        groupId?: number
      }
    }
    answer: Schemas['MaintenanceInForceList']
  }
  'POST /v1/maintenance-windows/{id}/end': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['MaintenanceWindow']
  }
  'GET /v1/locations': {
    request: {}
    answer: Schemas['LocationList']
  }
  'GET /v1/agents': {
    request: {
      query?: {
        limit?: number
        page?: number
        location?: string
      }
    }
    answer: Schemas['AgentList']
  }
  'GET /v1/locations/{code}/keys': {
    request: {
      params: {
        code: string
      }
    }
    answer: Schemas['LocationKeyList']
  }
  'POST /v1/locations/{code}/keys': {
    request: {
      params: {
        code: string
      }
    }
    answer: Schemas['LocationKey']
  }
  'DELETE /v1/locations/{code}/keys/{keyId}': {
    request: {
      params: {
        code: string
        keyId: string
      }
    }
    answer: undefined
  }
  'GET /v1/runtimes': {
    request: {}
    answer: Schemas['RuntimeList']
  }
  'GET /v1/runtimes/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: Schemas['Runtime']
  }
  'GET /v1/static-ips': {
    request: {}
    answer: Schemas['StaticIpv4ListResponse']
  }
  'GET /v1/static-ips-by-region': {
    request: {}
    answer: Schemas['StaticIpv4ByRegionResponse']
  }
  'GET /v1/static-ips.txt': {
    request: {}
    answer: unknown
  }
  'GET /v1/static-ipv6s': {
    request: {}
    answer: Schemas['StaticIpv6ListResponse']
  }
  'GET /v1/static-ipv6s-by-region': {
    request: {}
    answer: Schemas['StaticIpv6ByRegionResponse']
  }
  'GET /v1/static-ipv6s.txt': {
    request: {}
    answer: unknown
  }
  'GET /health': {
    request: {}
    answer: {
      status: 'ok' | 'unavailable'
      database: 'ok' | 'unavailable'
      reason: string | null
    }
  }
  'GET /ready': {
    request: {}
    answer: unknown
  }
  'GET /metrics': {
    request: {}
    answer: unknown
  }
  'GET /ping/{token}': {
    request: {
      params: {
        token: string
      }
    }
    answer: Schemas['Ping']
  }
  'POST /ping/{token}': {
    request: {
      params: {
        token: string
      }
    }
    answer: Schemas['Ping']
  }
  'GET /checks/{checkId}/trigger/{token}': {
    request: {
      params: {
        checkId: string
        token: string
      }
      query?: {
        runLocation?: string
        detach?: boolean
        deployment?: boolean
        repository?: string
        sha?: string
        environmentUrl?: string
        environmentName?: string
        deploymentId?: string
      }
    }
    answer: Schemas['TriggeredRun']
  }
  'POST /checks/{checkId}/trigger/{token}': {
    request: {
      params: {
        checkId: string
        token: string
      }
      query?: {
        runLocation?: string
        detach?: boolean
        deployment?: boolean
        repository?: string
        sha?: string
        environmentUrl?: string
        environmentName?: string
        deploymentId?: string
      }
    }
    answer: Schemas['TriggeredRun']
  }
  'GET /check-groups/{groupId}/trigger/{token}': {
    request: {
      params: {
        groupId: string
        token: string
      }
      query?: {
        runLocation?: string
        detach?: boolean
        deployment?: boolean
        repository?: string
        sha?: string
        environmentUrl?: string
        environmentName?: string
        deploymentId?: string
      }
    }
    answer: Schemas['TriggeredGroup']
  }
  'POST /check-groups/{groupId}/trigger/{token}': {
    request: {
      params: {
        groupId: string
        token: string
      }
      query?: {
        runLocation?: string
        detach?: boolean
        deployment?: boolean
        repository?: string
        sha?: string
        environmentUrl?: string
        environmentName?: string
        deploymentId?: string
      }
    }
    answer: Schemas['TriggeredGroup']
  }
  'POST /v1/deployment-triggers/github/{accountId}': {
    request: {
      params: {
        accountId: string
      }
    }
    answer: Schemas['DeploymentWebhookAnswer']
  }
}
