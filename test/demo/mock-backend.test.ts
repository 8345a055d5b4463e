import { expect } from '@open-wc/testing';
import { url } from 'mock-backend:url';

describe('mock backend beside the browser tests', () => {
  it('can be called from the origin of the tests', async () => {
    const response = await fetch(`${url}/health`);
    expect(await response.json()).to.deep.equal({ status: 'healthy' });
  });

  it('lets a page read when to try again', async () => {
    const response = await fetch(`${url}/api/chat?status=429&retryAfter=7`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        id: 'cors',
        messages: [{ id: 'a', role: 'user', parts: [{ type: 'text', text: 'hello' }] }],
      }),
    });
    expect(response.status).to.equal(429);
    expect(response.headers.get('retry-after')).to.equal('7');
  });
});
