/** What Prometheus needs to know to read the metrics of the account. */
export function scrapeConfig({ accountId, origin }: { accountId: string; origin: string }): string {
  const { protocol, host } = new URL(origin)
  return `scrape_configs:
  - job_name: sonde
    scheme: ${protocol.replace(':', '')}
    metrics_path: /accounts/${accountId}/v2/prometheus/metrics
    scrape_interval: 60s
    scrape_timeout: 30s
    authorization:
      type: Bearer
      credentials_file: /etc/prometheus/sonde-token
    static_configs:
      - targets: ['${host}']
`
}
