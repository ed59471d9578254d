import * as z from 'zod/mini';
import { readAnswer, type ProviderCall } from './provider-call.ts';

/** A token is not used in the last seconds before its expiry. */
const MARGIN_SECONDS = 60;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

/** Creates a cache of PayPal's access token; concurrent requests share one call. */
export function createPaypalToken(
  { clientId, clientSecret, baseUrl }: { clientId: string; clientSecret: string; baseUrl: () => string },
  call: ProviderCall,
) {
  let cached: Promise<{ token: string; endsAt: number }> | undefined;

  const load = async () => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const answer = await call({
      method: 'POST',
      url: `${baseUrl()}/v1/oauth2/token`,
      headers: { authorization },
      form: 'grant_type=client_credentials',
    });
    const { access_token: token, expires_in: seconds } = readAnswer(tokenAnswer, answer);
    return { token, endsAt: Date.now() + (seconds - MARGIN_SECONDS) * 1000 };
  };

  const invalidate = () => void (cached = undefined);

  return {
    async get(): Promise<string> {
      const loading = (cached ??= load());
      try {
        const { token, endsAt } = await loading;
        if (endsAt > Date.now()) return token;
      } catch (error) {
        if (cached === loading) invalidate();
        throw error;
      }
      if (cached === loading) invalidate();
      cached ??= load();
      return (await cached).token;
    },
    /** Invalidates a token that PayPal no longer accepts. */
    invalidate,
  };
}
