import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface FoundCloud {
  readonly endpoint: string;
  readonly region: string;
}

/** The local cloud that runs on a data folder, if one does: the folder says where, and it must answer. */
export async function findLocalCloud(data: string): Promise<FoundCloud | undefined> {
  const announced = readAnnouncement(data);
  if (!announced) return undefined;
  try {
    // Any answer will do, a refusal too.
    await fetch(announced.endpoint, { method: 'HEAD', signal: AbortSignal.timeout(2_000) });
    return announced;
  } catch {
    return undefined;
  }
}

function readAnnouncement(data: string): FoundCloud | undefined {
  try {
    const { endpoint, region, pid } = JSON.parse(readFileSync(join(resolve(data), 'endpoint.json'), 'utf8')) as {
      endpoint: string;
      region: string;
      pid: number;
    };
    process.kill(pid, 0);
    return { endpoint, region };
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? readUnchecked(data) : undefined;
  }
}

const readUnchecked = (data: string): FoundCloud =>
  JSON.parse(readFileSync(join(resolve(data), 'endpoint.json'), 'utf8')) as FoundCloud;
