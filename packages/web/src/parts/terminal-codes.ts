// eslint-disable-next-line no-control-regex
const terminalCodes = /\x1b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|\][^\x07\x1b]*(?:\x07|\x1b\\)?)/g

/** Without the colours and links that programs write for terminals. */
export function withoutTerminalCodes(text: string): string {
  return text.replaceAll(terminalCodes, '')
}
