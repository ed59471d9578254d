import { Demuxer } from 'node-av/api';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';

// Decoder messages contain text from untrusted files.
Log.setLevel(AV_LOG_QUIET);

const PROBE_MICROSECONDS = 5_000_000;

/** How an untrusted file is opened. */
type DemuxerLimits = {
  /** The only demuxer that may read it: no playlists, no file lists, no network. */
  readonly format: string;
  /** All other decoders are disabled. */
  readonly decoders: readonly string[];
  readonly maxStreams: number;
  readonly probeBytes: number;
};

/** Opens a file of a user for reading its streams. The caller closes it. Throws if it is not of this format. */
export const openDemuxer = (
  source: string,
  { format, decoders, maxStreams, probeBytes }: DemuxerLimits,
): Promise<Demuxer> =>
  Demuxer.open(`file:${source}`, {
    format,
    options: {
      protocol_whitelist: 'file',
      codec_whitelist: decoders.join(','),
      max_streams: maxStreams,
      probesize: probeBytes,
      analyzeduration: PROBE_MICROSECONDS,
    },
  });
