import { TOKEN_SECONDS } from '@adda/contract/accounts';
import { SESSION_COOKIE } from '@adda/contract/platform';

/**
 * The state of a new browser in which an account is logged in, as Playwright takes it: the session cookie, and who it is (ID-07). `url`
 * is the address that is opened, over http.
 */
export function loggedInBrowser(url: string, { username, token }: { username: string; token: string }) {
  const { hostname: domain, origin } = new URL(url);
  const expires = Date.now() + TOKEN_SECONDS * 1000;
  return {
    cookies: [
      {
        name: SESSION_COOKIE.http,
        value: token,
        domain,
        path: '/',
        // A cookie of this browser session.
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax' as const,
      },
    ],
    origins: [
      {
        origin,
        localStorage: [
          { name: 'username', value: username },
          { name: 'session_expires', value: String(expires) },
        ],
      },
    ],
  };
}
