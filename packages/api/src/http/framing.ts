/**
 * Headers of a page that the screens of the service show beside the form that changes it. No other site may frame it,
 * so that nobody is led to click on what they do not see.
 */
export function framedByOwnScreens(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    'x-frame-options': 'SAMEORIGIN',
  }
}
