/** The bytes of a request: a write that a release has recorded. */
export interface RecordedRequest {
  method: string;
  path: string;
  key?: string;
  body?: string;
}

/** Sends a recorded request as its original sender; returns the status and the parsed body. */
export async function sendRecorded(
  url: string,
  token: string | undefined,
  { method, path, key, body }: RecordedRequest,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}
