import { POST_MAX_SIDE } from '@adda/contract/media/limits';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PROFILE_AAC_LOW,
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_HIGH,
  AV_PROFILE_H264_MAIN,
} from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import type { OpenVideo } from './open-video.ts';

/** Playable in every browser: H.264 with 8 bits and 4:2:0 subsampling. */
const PROFILES: readonly number[] = [
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_BASELINE + AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_MAIN,
  AV_PROFILE_H264_HIGH,
];
const FORMATS: readonly number[] = [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P];
const MAX_BITS_PER_SECOND = 12_000_000;

/** Whether the video track can be copied. Players apply rotation themselves, but not all apply mirroring. */
export function canCopyPicture({ input, picture, orientation }: OpenVideo): boolean {
  const { codecId, profile, format, width, height, bitRate } = picture.codecpar;
  return (
    input.formatName.includes('mp4') &&
    codecId === AV_CODEC_ID_H264 &&
    PROFILES.includes(profile) &&
    FORMATS.includes(format) &&
    Math.max(width, height) <= POST_MAX_SIDE &&
    bitRate <= MAX_BITS_PER_SECOND &&
    !orientation.isMirrored
  );
}

/** Whether the audio track can be copied. */
export function canCopySound({ codecpar }: Stream): boolean {
  const { codecId, profile, channels, extradataSize } = codecpar;
  return codecId === AV_CODEC_ID_AAC && profile === AV_PROFILE_AAC_LOW && channels <= 2 && extradataSize > 0;
}
