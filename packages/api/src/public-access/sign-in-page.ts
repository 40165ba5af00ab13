import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { plainPage } from '../http/pages/plain-page.ts'

/** `action` is where its form goes. What the page is called is for those who may see it. */
export function signInPage({ action, mistake }: { action: string; mistake: string | null }): string {
  const described = mistake === null ? '' : ' aria-invalid="true" aria-describedby="mistake"'
  return plainPage(
    'Private page',
    `<p>This page is private: sign in to see it.</p>
${mistake === null ? '' : `<p class="mistake" id="mistake" role="alert">${escapeHtml(mistake)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<label for="password">Password of the page</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button type="submit">Show the page</button></form>
<hr><h2>Members of the account</h2>
<form method="post" action="${escapeHtml(action)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<label for="own-password">Your password</label>
<input id="own-password" name="password" type="password" autocomplete="current-password" required>
<label for="code">Code of your second factor</label>
<input id="code" name="code" autocomplete="one-time-code" aria-describedby="code-help">
<small id="code-help">Only if you sign in to Sonde with one.</small>
<button type="submit" class="second">Sign in</button></form>`,
  )
}
