#!/usr/bin/env bash
cat >> /tmp/hook.log
